"""A contract for import-linter: a room is entered by its door, the package, and by no module behind it.

A module may import a package, or a module that lies in a package around its own. The shelves, listed in the contract,
are entered by module, and a program is started by its `__main__`.
"""

from typing import Any, cast

from importlinter import Contract, ContractCheck
from importlinter.application import output
from importlinter.domain import fields


class DoorsContract(Contract):
    """shelves : packages whose modules anyone may import by name."""

    type_name = "doors"

    shelves = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph, verbose):
        packages = {module.rpartition(".")[0] for module in graph.modules}
        shelves = set(cast(Any, self.shelves) or ())
        rooms = {module: module.rpartition(".")[0] for module in graph.modules}
        behind = [
            module
            for module, room in rooms.items()
            if room and module not in packages and room not in shelves and not module.endswith(".__main__")
        ]
        past = [
            (importer, module)
            for module in behind
            for importer in graph.find_modules_that_directly_import(module)
            if importer != rooms[module] and not importer.startswith(f"{rooms[module]}.")
        ]
        return ContractCheck(kept=not past, metadata={"past": sorted(past)})

    def render_broken_contract(self, check):
        for importer, module in check.metadata["past"]:
            output.print_error(f"{importer} reaches past the door of {module.rpartition('.')[0]}: {module}")
