"""Language, theme, preferences, widgets and wording for every room. Imported by module name; imports no room."""
