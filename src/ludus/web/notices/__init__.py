"""How people who are away are told that it is their turn: webhooks, push messages, e-mail."""
