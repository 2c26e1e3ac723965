"""Rules that put numbers, dates, money, symbols and the like into words."""
