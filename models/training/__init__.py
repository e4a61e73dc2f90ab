"""Trains the face reader: data, net, training, evaluation, export, report."""
