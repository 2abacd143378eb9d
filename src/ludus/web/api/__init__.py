"""The JSON API: routes, schemas, serializers, OpenAPI description, client."""
