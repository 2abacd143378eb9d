"""The server: live tables, pages and the HTTP interface."""
