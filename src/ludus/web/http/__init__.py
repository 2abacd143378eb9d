"""Requests and responses: context, adapters, sessions, middleware, limits, streams."""
