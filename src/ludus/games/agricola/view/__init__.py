"""What a seat may know of a game of Agricola, and the positions that fit what it knows."""
