"""The ground floor: types, errors, files on disk, drives. Its modules are imported by name; none imports a room."""
