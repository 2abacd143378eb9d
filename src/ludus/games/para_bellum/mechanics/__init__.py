"""What follows from what on one army, as pure functions on plain numbers.

The rules carry these out, and the face previews with the same functions, so that a preview cannot
disagree with what then happens. Nothing here knows a state or a view.
"""
