"""The program -> packages that run without Python: `python3 -m installers TARGET...`, see README.md."""
