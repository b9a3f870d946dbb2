"""Panels of the window: library, marks, models, measuring, export."""
