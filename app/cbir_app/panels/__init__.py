"""Panels of the window: library, marks, models, measure, export."""
