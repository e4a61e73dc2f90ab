"""One picture to its dice and doubts."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.doubles import SaysFound, SaysRead, reading, sighting, sure_of
from vision.arrays import Picture
from vision.read import Place, Reading, State
from vision.recognise import LENIENT, STRICT, Seen, recognise
from vision.sightings import Sighting

AT = ((100.0, 100.0), (250.0, 110.0), (400.0, 90.0), (120.0, 260.0), (380.0, 270.0))


def table(rng: np.random.Generator | None = None) -> Picture:
    """A well lit picture, sharp wherever one looks."""
    chance = rng or np.random.default_rng(3)
    small = chance.integers(30, 255, (90, 120, 3)).astype(np.uint8)
    return np.asarray(
        cv2.resize(small, (480, 360), interpolation=cv2.INTER_NEAREST), np.uint8
    )


def seen(
    sightings: tuple[Sighting, ...],
    readings: tuple[Reading, ...],
    *,
    cocked: float = STRICT,
    picture: Picture | None = None,
    finder: SaysFound | None = None,
) -> Seen:
    said = {one.centre: what for one, what in zip(sightings, readings, strict=True)}
    shown = table() if picture is None else picture
    return recognise(
        shown, finder or SaysFound(sightings), SaysRead(said), cocked=cocked
    )


def one_die(read: Reading, **about: object) -> Seen:
    die = sighting(*AT[0], **about)  # type: ignore[arg-type]
    return seen((die,), (read,))


def test_dice_are_read_where_they_lie() -> None:
    look = seen((sighting(*AT[0]), sighting(*AT[1])), (sure_of("5"), sure_of("2")))
    assert look.doubt is None
    assert [(die.face, die.state) for die in look.dice] == [
        ("5", State.READ),
        ("2", State.READ),
    ]
    assert look.dice[1].sighting.centre == AT[1]


def test_dice_lie_where_the_reader_sees_them() -> None:
    """What shows no face lies where the finder has it."""
    place = Place((104.0, 96.0), 52.0)
    for shares, centre, edge in (
        ({"5": 0.97}, (104.0, 96.0), 52.0),
        ({"5": 0.2}, AT[0], 60.0),
    ):
        (die,) = one_die(reading(shares, place=place)).dice
        assert die.sighting.centre == centre
        assert die.sighting.edge == edge


def test_a_part_of_a_die_that_led_to_the_whole_of_it_is_no_second_die() -> None:
    whole, part = sighting(*AT[0]), sighting(128.0, 100.0, edge=38.0, score=0.5)
    led = replace(sure_of("5"), place=Place(AT[0], 57.0))
    look = seen((whole, part), (sure_of("5"), led))
    assert [die.sighting for die in look.dice] == [whole]


def test_what_seems_to_show_another_face_in_the_place_of_a_die_is_asked_about() -> None:
    """One die may lie on another."""
    upper, lower = sighting(*AT[0]), sighting(128.0, 100.0, edge=38.0, score=0.5)
    led = replace(sure_of("2"), place=Place((106.0, 104.0), 57.0))
    look = seen((upper, lower), (sure_of("5"), led))
    assert [(die.face, die.state) for die in look.dice] == [
        ("5", State.READ),
        ("2", State.DOUBTFUL),
    ]


def test_a_side_of_a_die_is_no_die() -> None:
    """A die that touches it there is one."""
    top, lean = sighting(*AT[0], lean=(0.0, -0.25)), (0.0, -0.25)
    for below, faces in ((48.0, ["5"]), (62.0, ["5", "2"])):
        side = sighting(AT[0][0], AT[0][1] + below, score=0.4)
        reads = (reading({"5": 0.97}, lean=lean), reading({"2": 0.9}, lean=lean))
        assert [die.face for die in seen((top, side), reads).dice] == faces


def test_faces_of_any_game_are_read() -> None:
    faces = ("skull", "coin1", "red-5")
    look = one_die(sure_of("red-5", faces))
    assert look.dice[0].face == "red-5"
    assert {face for face, _ in look.dice[0].candidates} == set(faces)


def test_runners_up_come_best_first() -> None:
    look = one_die(reading({"4": 0.55, "6": 0.35, "5": 0.05}, State.DOUBTFUL))
    (die,) = look.dice
    assert die.state is State.DOUBTFUL
    assert [face for face, _ in die.candidates[:3]] == ["4", "6", "5"]
    assert die.candidates[1][1] == pytest.approx(0.35)
    assert look.doubt is None


def test_nothing_that_the_finder_hardly_saw_is_dropped() -> None:
    look = seen(
        (sighting(*AT[0]), sighting(*AT[1], score=0.3)),
        (sure_of("5"), reading({"1": 0.05}, State.UNKNOWN)),
    )
    assert [die.face for die in look.dice] == ["5"]
    assert look.doubt is None


def test_nothing_that_the_finder_is_sure_of_is_a_doubt() -> None:
    look = one_die(reading({}, State.UNKNOWN), score=0.95)
    assert look.dice[0].state is State.UNKNOWN
    assert look.dice[0].face is None
    assert look.doubt is not None
    assert "could not be read" in look.doubt


def test_no_die_is_relied_on_where_most_of_what_looks_like_one_is_none() -> None:
    places = [sighting(*at) for at in AT]
    for strangers, state in ((2, State.READ), (3, State.DOUBTFUL)):
        halves = (reading({}, State.UNKNOWN),) * strangers
        dice = (sure_of("5"),) * (len(AT) - strangers)
        look = seen(tuple(places), (*halves, *dice))
        assert {die.state for die in look.dice if die.face == "5"} == {state}
        assert look.doubt == "something like a die that could not be read"


def test_a_face_that_the_reader_leaves_open_is_kept() -> None:
    look = one_die(reading({"1": 0.4}, State.UNKNOWN), score=0.6)
    assert look.dice[0].state is State.UNKNOWN
    assert look.dice[0].face == "1"


def test_a_face_on_what_is_hardly_a_die_is_asked_about() -> None:
    look = one_die(reading({"1": 0.95}), score=0.25)
    assert look.dice[0].state is State.DOUBTFUL


def test_a_die_cut_off_is_said() -> None:
    look = one_die(sure_of("3"), cut=True)
    assert look.dice[0].state is State.DOUBTFUL
    assert look.doubt == "a die is cut off by the picture's edge"


def test_small_dice_are_said() -> None:
    look = one_die(sure_of("3"), edge=9.0)
    assert look.dice[0].state is State.DOUBTFUL
    assert look.doubt == "dice too small to read"
    die = sighting(*AT[0])
    found = SaysFound((die,), too_small=True)
    assert seen((die,), (sure_of("3"),), finder=found).doubt == "dice too small to read"


def test_a_hand_is_said() -> None:
    hands = np.zeros((12, 16), np.float32)
    hands[:3, :4] = 0.9
    die = sighting(*AT[0])
    look = seen((die,), (sure_of("3"),), finder=SaysFound((die,), hands))
    assert look.doubt == "a hand is in the picture"
    faint = SaysFound((die,), np.full((12, 16), 0.2, np.float32))
    assert seen((die,), (sure_of("3"),), finder=faint).doubt is None


def test_a_blurred_die_is_said_and_a_sharp_table_does_not_help() -> None:
    picture = table()
    picture[:200, :200] = cv2.GaussianBlur(picture, (0, 0), 12)[:200, :200]
    look = seen((sighting(*AT[0]),), (sure_of("3"),), picture=picture)
    assert look.doubt == "blurred"
    assert look.dice[0].state is State.DOUBTFUL


def test_darkness_is_said_where_the_dice_are() -> None:
    dark = (table() * 0.1).astype(np.uint8)
    dark[300:] = 255  # a lamp elsewhere
    look = seen((sighting(*AT[0]),), (sure_of("3"),), picture=dark)
    assert look.doubt == "too dark"


def test_no_dice_are_said() -> None:
    assert seen((), ()).doubt == "no dice were found"
    dark = np.zeros((100, 100, 3), np.uint8)
    assert seen((), (), picture=dark).doubt == "too dark; no dice were found"


@pytest.mark.parametrize(
    ("own", "cocked", "state"),
    [
        (3.0, STRICT, State.READ),
        (30.0, STRICT, State.COCKED),
        (12.0, LENIENT, State.READ),
        (45.0, LENIENT, State.COCKED),
    ],
)
def test_a_die_leans_by_the_house_rule(own: float, cocked: float, state: State) -> None:
    """All lean as the view has it, one by itself as well."""
    leans = [(0.45 + x / 900, 0.1 + y / 900) for x, y in AT]
    leans[2] = (leans[2][0], leans[2][1] + float(np.sin(np.radians(own))))
    dice = tuple(sighting(*at) for at in AT)
    look = seen(dice, tuple(four(lean) for lean in leans), cocked=cocked)
    assert [die.state for die in look.dice] == [
        state if index == 2 else State.READ for index in range(5)
    ]


def test_a_single_die_before_a_tilted_camera_is_not_cocked() -> None:
    assert one_die(four(lean=(0.1, -0.7))).dice[0].state is State.READ


def test_leans_are_believed_as_far_as_the_reader_can_tell_them() -> None:
    """One die leans by 17 degrees of its own, which the rule calls cocked from 6 on."""
    leans = [(0.0, 0.0)] * 4 + [(0.3, 0.0)]
    dice = tuple(sighting(*at) for at in AT)
    for error, state in ((5.0, State.COCKED), (15.0, State.READ)):
        read = tuple(replace(four(lean), lean_error=error) for lean in leans)
        look = seen(dice, read)
        assert [die.state for die in look.dice] == [State.READ] * 4 + [state]
        assert look.dice[4].sighting.lean == (0.3, 0.0)


def test_leans_are_believed_less_where_the_view_is_aslant() -> None:
    """The same lean of its own, 17 degrees, on top of what the view makes of all."""
    dice = tuple(sighting(*at) for at in AT)
    for aslant, state in ((0.0, State.COCKED), (0.7, State.READ)):
        leans = [(0.0, -aslant)] * 4 + [(0.3, -aslant)]
        read = tuple(replace(four(lean), lean_error=7.0) for lean in leans)
        assert seen(dice, read).dice[4].state is state


def test_what_looks_like_the_side_of_a_die_is_never_relied_on() -> None:
    """However well it can be read; by the lenient rule it need not be cocked."""
    below = (AT[0][0], AT[0][1] + 50)
    dice = (*(sighting(*at) for at in AT), sighting(*below))
    read = (
        *(four((0.0, -0.6)) for _ in AT),
        replace(four((0.0, -0.2)), lean_error=9.0),
    )
    assert seen(dice, read).dice[5].state is State.READ
    read = (*read[:5], replace(four((0.0, 0.15)), lean_error=60.0))
    assert seen(dice, read).dice[5].state is State.DOUBTFUL


def four(lean: tuple[float, float]) -> Reading:
    return replace(sure_of("4"), lean=lean)


def leaning(pose: tuple[float, float, float]) -> Reading:
    return replace(sure_of("4"), state=State.COCKED, pose=np.array(pose, np.float32))


def test_the_reader_sees_a_die_lean() -> None:
    assert one_die(leaning((0.1, 0.8, 0.1))).dice[0].state is State.COCKED


def test_a_lenient_rule_goes_by_what_is_measured() -> None:
    """The reader says leaning from six degrees on, the rule allows eighteen."""
    dice = tuple(sighting(*at) for at in AT[:3])
    sure = sure_of("4")
    for pose, state in (((0.1, 0.8, 0.1), State.READ), ((0.1, 0.1, 0.8), State.COCKED)):
        look = seen(dice, (leaning(pose), sure, sure), cocked=LENIENT)
        assert look.dice[0].state is state


def test_a_sheet_on_which_dice_lie_is_no_die() -> None:
    sheet = sighting(300, 300, edge=400, score=0.6)
    pair = [sighting(250, 250, edge=60, score=0.7), sighting(350, 350, edge=60)]
    look = seen((sheet, *pair), (sure_of("2"), sure_of("4"), sure_of("1")))
    assert sorted(str(die.face) for die in look.dice) == ["1", "4"]


def test_the_surest_die_on_a_sheet_speaks_for_those_beside_it() -> None:
    sheet = sighting(300, 300, edge=400, score=0.5)
    pair = [
        sighting(250, 250, edge=60, score=0.6),
        sighting(350, 350, edge=70, score=0.35),
    ]
    look = seen((sheet, *pair), (sure_of("2"), sure_of("1"), sure_of("4")))
    assert [(die.face, die.state) for die in look.dice] == [
        ("1", State.READ),
        ("4", State.READ),
    ]


def test_a_large_die_that_may_be_a_sheet_is_asked_about() -> None:
    large = sighting(300, 300, edge=400, score=0.9)
    part = sighting(250, 250, edge=60, score=0.5)
    look = seen((large, part), (sure_of("2"), sure_of("4")))
    assert [(die.face, die.state) for die in look.dice] == [("2", State.DOUBTFUL)]


def test_pips_of_a_large_die_may_look_like_ones() -> None:
    large = sighting(300, 300, edge=400, score=0.8)
    pips = [sighting(x, x, edge=60, score=0.7) for x in (230, 370)]
    look = seen((large, *pips), (sure_of("2"), sure_of("1"), reading({"1": 0.3})))
    assert [(die.face, die.state) for die in look.dice] == [("2", State.READ)]


def test_pips_surer_than_their_die_are_pips_but_the_die_is_asked_about() -> None:
    large = sighting(300, 300, edge=400, score=0.5)
    pips = [sighting(x, x, edge=60, score=0.7) for x in (230, 370)]
    look = seen((large, *pips), (sure_of("2"), sure_of("1"), reading({"2": 0.4})))
    assert [(die.face, die.state) for die in look.dice] == [("2", State.DOUBTFUL)]


def test_ones_much_surer_than_the_sheet_around_them_are_dice() -> None:
    sheet = sighting(300, 300, edge=400, score=0.3)
    ones = [sighting(x, x, edge=60, score=0.9) for x in (230, 370)]
    look = seen((sheet, *ones), (sure_of("2"), sure_of("1"), sure_of("1")))
    assert [die.face for die in look.dice] == ["1", "1"]
