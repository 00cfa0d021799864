"""The engine: one deal and one game as immutable values, whatever the variant."""
