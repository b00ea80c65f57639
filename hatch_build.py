"""What a wheel holds that a checkout does not: translations, compiled from their catalogues."""

from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledMessages(BuildHookInterface[Any]):
    """Lays a ``messages.mo`` beside each ``messages.po``, and has the build take it along."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del version
        root = Path(self.root)
        for catalogue in sorted((root / "dtshow/words/text/locale").glob("*/*/messages.po")):
            compiled = BytesIO()
            write_mo(compiled, read_po(BytesIO(catalogue.read_bytes())))
            file = catalogue.with_suffix(".mo")
            file.write_bytes(compiled.getvalue())
            build_data["artifacts"].append(f"/{file.relative_to(root).as_posix()}")
