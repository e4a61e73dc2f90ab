"""The verbs of ``dicetower``, one module each."""
