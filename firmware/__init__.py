"""The device and the command line: hardware, threads, files and the clock."""
