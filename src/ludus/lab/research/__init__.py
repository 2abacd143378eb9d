"""The games for machine learning: features of views, and a table to step through."""
