"""Trains the finder: trays, windows, net, targets, training, calibration, export."""
