"""What each address does: plain functions from a request to a response."""
