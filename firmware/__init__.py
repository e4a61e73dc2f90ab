"""The device and the command line: hardware, threads, files and the clock."""

import os

# A webcam whose plug is pulled holds a read for 10 s, unless OpenCV hears of a shorter
# time before it is loaded (in seconds, the shortest that it knows).
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "1")
