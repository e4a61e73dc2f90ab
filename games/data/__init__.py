"""Dice faces, rulings, cards and boards of the games, as TOML."""
