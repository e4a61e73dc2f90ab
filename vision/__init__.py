"""Pictures to dice, and dice to pictures."""
