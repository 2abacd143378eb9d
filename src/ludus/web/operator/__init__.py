"""For whoever runs the server: health, metrics, and what an operator may do."""
