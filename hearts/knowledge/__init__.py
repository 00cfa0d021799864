"""What a seat may know of a game, and what follows from it."""
