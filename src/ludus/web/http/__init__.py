"""Requests and responses: context, sessions, middleware, limits, streams, webhooks."""
