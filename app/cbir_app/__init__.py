"""The window. It draws and nothing else: it imports only the engine's front door."""
