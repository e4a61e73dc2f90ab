"""Guided measuring of the rig, and the profile that holds what was measured."""
