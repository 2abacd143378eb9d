"""The game room: live tables, pages and the HTTP interface."""
