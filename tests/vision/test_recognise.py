"""One picture to its dice and doubts, and several looks to one answer."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from games.dice import Roll
from tests.vision.doubles import SaysFound, SaysRead, reading, sighting, sure_of
from vision.arrays import Picture
from vision.find import Sighting
from vision.read import Reading, State
from vision.recognise import (
    LENIENT,
    STRICT,
    Doubtful,
    Recognised,
    Seen,
    SeenDie,
    recognise,
    vote,
)

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
    dice = tuple(sighting(*at, lean=lean) for at, lean in zip(AT, leans, strict=True))
    look = seen(dice, (sure_of("4"),) * 5, cocked=cocked)
    assert [die.state for die in look.dice] == [
        state if index == 2 else State.READ for index in range(5)
    ]


def test_a_single_die_before_a_tilted_camera_is_not_cocked() -> None:
    assert one_die(sure_of("4"), lean=(0.1, -0.7)).dice[0].state is State.READ


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


# --- several looks -------------------------------------------------------------


def die(
    face: str | None,
    at: tuple[float, float] = AT[0],
    state: State = State.READ,
    **shares: float,
) -> SeenDie:
    """A die that is sure of its face, or has the shares given (s4=0.6)."""
    table = {name[1:]: share for name, share in shares.items()}
    if not table and face:
        table = {face: 0.97, "1" if face != "1" else "2": 0.02}
    order = tuple(sorted(table.items(), key=lambda pair: -pair[1]))
    best = order[0][1] if order else 0.0
    return SeenDie(sighting(*at), face, best, state, order)


def test_looks_that_agree_are_a_roll() -> None:
    looks = [Seen((die("5"), die("2", AT[1])), None)] * 3
    result = vote(looks, expected=2)
    assert isinstance(result, Recognised)
    assert result.roll == Roll.parse("2 5")


def test_dice_may_come_in_any_order_and_stir_a_little() -> None:
    moved = (AT[0][0] + 4, AT[0][1] - 3)
    looks = [
        Seen((die("5"), die("2", AT[1])), None),
        Seen((die("2", AT[1]), die("5", moved)), None),
    ]
    result = vote(looks)
    assert isinstance(result, Recognised)
    assert [one.face for one in result.dice] == ["5", "2"]


def test_log_probabilities_are_averaged() -> None:
    """Two looks lean to 4, one rules it out: 6 is the face of all three together."""
    unsure = State.DOUBTFUL
    looks = [
        Seen((die("4", state=unsure, s4=0.5, s6=0.45),), None),
        Seen((die("4", state=unsure, s4=0.5, s6=0.45),), None),
        Seen((die("6", state=unsure, s4=0.01, s6=0.98),), None),
    ]
    result = vote(looks)
    assert isinstance(result, Doubtful)
    assert result.dice[0].face == "6"
    assert [face for face, _ in result.dice[0].candidates] == ["6", "4"]
    assert sum(share for _, share in result.dice[0].candidates) <= 1


def test_most_looks_have_to_read_it() -> None:
    clear, poor = Seen((die("4"),), None), Seen((die("4", state=State.DOUBTFUL),), None)
    assert isinstance(vote([clear, clear, poor]), Recognised)
    result = vote([clear, poor, poor])
    assert isinstance(result, Doubtful)
    assert (result.which, result.why) == ((0,), "a face is not sure")


def test_looks_that_read_different_faces_ask() -> None:
    result = vote([Seen((die("4"),), None)] * 3 + [Seen((die("6"),), None)])
    assert isinstance(result, Doubtful)
    assert result.which == (0,)
    assert result.dice[0].face == "4"


def test_a_die_that_moves_asks() -> None:
    away = (AT[0][0] + 40, AT[0][1])
    result = vote([Seen((die("4"),), None), Seen((die("4", away),), None)])
    assert isinstance(result, Doubtful)
    assert result.which == (0, 1)
    assert result.why == "a die was seen in 1 of 2 looks"


def test_dice_side_by_side_stay_apart() -> None:
    near = (AT[0][0] + 60, AT[0][1])
    look = Seen((die("4"), die("6", near)), None)
    back = Seen((die("6", near), die("4")), None)
    result = vote([look, back])
    assert isinstance(result, Recognised)
    assert [one.face for one in result.dice] == ["4", "6"]


def test_a_die_missed_once_asks() -> None:
    both = Seen((die("4"), die("2", AT[1])), None)
    result = vote([both, Seen((die("4"),), None), both])
    assert isinstance(result, Doubtful)
    assert (result.which, result.why) == ((1,), "a die was seen in 2 of 3 looks")


def test_the_number_of_dice_is_held_to_what_was_expected() -> None:
    result = vote([Seen((die("4"),), None)], expected=2)
    assert isinstance(result, Doubtful)
    assert (result.which, result.expected) == ((), 2)
    assert result.why == "expected 2 dice, saw 1"


def test_a_doubt_about_the_whole_asks() -> None:
    looks = [Seen((die("4"),), None), Seen((die("4"),), "blurred")]
    result = vote(looks)
    assert isinstance(result, Doubtful)
    assert (result.which, result.why) == ((), "blurred")


def test_a_cocked_die_asks_and_keeps_its_guess() -> None:
    result = vote([Seen((die("4", state=State.COCKED),), None)] * 2)
    assert isinstance(result, Doubtful)
    assert result.dice[0].state is State.COCKED
    assert result.dice[0].face == "4"
    assert result.why == "a die leans or lies on another"


def test_an_unknown_die_has_no_face() -> None:
    nothing = die(None, state=State.UNKNOWN)
    result = vote([Seen((nothing,), "something like a die that could not be read")])
    assert isinstance(result, Doubtful)
    assert result.which == (0,)
    assert result.dice[0].face is None
    assert result.why == "something like a die that could not be read"


def test_nothing_to_see_asks() -> None:
    result = vote([Seen((), None)])
    assert isinstance(result, Doubtful)
    assert result.why == "no dice were found"


def test_a_vote_needs_a_look() -> None:
    with pytest.raises(ValueError, match="at least one look"):
        vote([])


def test_a_sheet_on_which_dice_lie_is_no_die() -> None:
    sheet = sighting(300, 300, edge=400, score=0.6)
    pair = [sighting(250, 250, edge=60, score=0.7), sighting(350, 350, edge=60)]
    look = seen((sheet, *pair), (sure_of("2"), sure_of("4"), sure_of("1")))
    assert sorted(str(die.face) for die in look.dice) == ["1", "4"]


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
