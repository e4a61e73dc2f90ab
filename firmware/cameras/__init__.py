"""The cameras, one module a kind; `firmware.camera` says what they have in common."""
