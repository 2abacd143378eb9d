"""What the rules do to one sheet and read off it, as functions on plain values.

Nothing here knows a State or a View, so a face can show beforehand what the rules will do.
"""
