"""What viewers of a table are sent: view models, channels, diffs."""
