"""Variants as data: what they say, how they are read and checked, and what they come to for a number of players."""
