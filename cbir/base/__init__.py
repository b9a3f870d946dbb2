"""The ground floor: types, errors, files on disk, drives. Modules are imported by name; none imports a room."""
