"""Pure rules of the games, the referee, the record, odds and bots.

Standard library only (numpy in ``odds``); no clock, no chance of its own, no threads,
no sockets, no files beyond ``games/data``.
"""
