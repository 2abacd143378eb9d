"""The balance report: what is counted over many games, and the page that shows it."""
