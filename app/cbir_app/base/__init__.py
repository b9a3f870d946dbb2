"""What every room draws with: language, theme, preferences, widgets, wording. Imported by name; imports no room."""
