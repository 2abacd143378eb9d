"""What the rules carry out and the face shows ahead, as pure functions on plain values."""
