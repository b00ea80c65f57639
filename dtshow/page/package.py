"""Lessons in a zip: as a folder whose index leads from file to file, and as a SCORM 1.2 package for
a learning management system (ADL, SCORM 1.2: The SCORM Content Aggregation Model, 2001).

Each lesson is a file that is whole by itself: what they have in common is in each, for a page that
is opened from a disk may not load a script beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

MANIFEST: Final = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="{name}" version="1.0"
 xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="lessons">
<organization identifier="lessons"><title>{title}</title>
{items}
</organization>
</organizations>
<resources>
{resources}
</resources>
</manifest>
"""
ITEM: Final = '<item identifier="i{k}" identifierref="r{k}"><title>{title}</title></item>'
RESOURCE: Final = (
    '<resource identifier="r{k}" type="webcontent" adlcp:scormtype="sco" href="{file}">'
    '<file href="{file}"/></resource>'
)


Pages = Mapping[str, tuple[str, str]]
"""By the name of its file, what a page is called, and its text; ``INDEX`` leads to the others."""
INDEX: Final = "index.html"


def package(name: str, pages: Pages, scorm: bool = False) -> bytes:
    """A page, or a zip of several; or a SCORM package called ``name``."""
    texts = {file: text for file, (_title, text) in pages.items()}
    if not scorm:
        return zipped(texts) if len(texts) > 1 else "".join(texts.values()).encode()
    title, lessons = next(iter(pages.values()))[0], [file for file in texts if file != INDEX]
    of = [(k, file, escape(pages[file][0])) for k, file in enumerate(lessons or texts)]
    manifest = MANIFEST.format(
        name="nbn." + re.sub(r"\W", "_", name, flags=re.ASCII),
        title=escape(title),
        items="\n".join(ITEM.format(k=k, title=called) for k, _file, called in of),
        resources="\n".join(RESOURCE.format(k=k, file=file) for k, file, _called in of),
    )
    return zipped({"imsmanifest.xml": manifest} | {file: texts[file] for _k, file, _called in of})


def zipped(texts: Mapping[str, str]) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as into:
        for name, text in texts.items():
            info = ZipInfo(name)
            info.external_attr = 0o644 << 16  # for all to read, once it is on a server
            into.writestr(info, text, ZIP_DEFLATED)
    return made.getvalue()
