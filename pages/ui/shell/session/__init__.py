"""What is kept between reruns, and the address bar: a session, as pages see it.

A session keeps its language, its lesson, the lessons before the last edits, and the tables that
were uploaded or made in it. The address says enough to open the same lesson again elsewhere.
Read ``state`` (what a page keeps of itself), ``values`` (the only file that names session state),
``address_bar`` (the only one that names the address), ``edited`` (a value with undo and redo),
``current`` and ``own_tables`` (what is kept), ``tables`` and ``reading`` (an address becomes a
lesson), then ``lessons`` (what one does with it). ``widgets``, ``steps_asked``, ``problems`` and
``work`` stand apart. Not done here: nothing is drawn; what many share, ``cache`` keeps.
"""

from pages.ui.shell.session.address_bar import (
    LANGUAGES,
    STAYING,
    address,
    forget_address,
    language,
    opened_with,
    take_along,
    write_address,
)
from pages.ui.shell.session.current import has_lesson
from pages.ui.shell.session.edited import Edited
from pages.ui.shell.session.lessons import (
    can_redo,
    can_undo,
    edit,
    go,
    lesson,
    open_address,
    open_lesson,
    open_saved,
    read_address,
    redo,
    saved,
    set_language,
    undo,
)
from pages.ui.shell.session.own_tables import (
    KEPT,
    Kept,
    forget_uploads,
    keep_upload,
    kept_as,
    linked,
    own,
    own_table,
    share_table,
    stay,
    uploads,
)
from pages.ui.shell.session.problems import FallbackError, say_trouble, trouble
from pages.ui.shell.session.reading import Read, Watched, leave_steps, leave_table, read_link
from pages.ui.shell.session.state import (
    bind,
    bind_to,
    change,
    control,
    keep,
    lesson_address,
    open_views,
    params_of,
    unread,
    view,
)
from pages.ui.shell.session.steps_asked import ask_for, ask_no_more, asked_for
from pages.ui.shell.session.tables import dataset, dataset_for, fits, frame, held_out, hold
from pages.ui.shell.session.widgets import CellsWidget, Chart, RowsWidget, Widget, reported
from pages.ui.shell.session.work import allowance

__all__ = [
    "KEPT",
    "LANGUAGES",
    "STAYING",
    "CellsWidget",
    "Chart",
    "Edited",
    "FallbackError",
    "Kept",
    "Read",
    "RowsWidget",
    "Watched",
    "Widget",
    "address",
    "allowance",
    "ask_for",
    "ask_no_more",
    "asked_for",
    "bind",
    "bind_to",
    "can_redo",
    "can_undo",
    "change",
    "control",
    "dataset",
    "dataset_for",
    "edit",
    "fits",
    "forget_address",
    "forget_uploads",
    "frame",
    "go",
    "has_lesson",
    "held_out",
    "hold",
    "keep",
    "keep_upload",
    "kept_as",
    "language",
    "leave_steps",
    "leave_table",
    "lesson",
    "lesson_address",
    "linked",
    "open_address",
    "open_lesson",
    "open_saved",
    "open_views",
    "opened_with",
    "own",
    "own_table",
    "params_of",
    "read_address",
    "read_link",
    "redo",
    "reported",
    "saved",
    "say_trouble",
    "set_language",
    "share_table",
    "stay",
    "take_along",
    "trouble",
    "undo",
    "unread",
    "uploads",
    "view",
    "write_address",
]
