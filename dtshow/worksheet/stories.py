"""Stories for an exam: other names for a table's columns, values and classes.

Each is one text to translate: a question, the target with its two values, then columns with their
values, and at last columns of numbers from 0 to 100. A table takes of a story what it needs; one
that needs more than is there, or has more classes than two, keeps its own names.
"""

from __future__ import annotations

from typing import Final

import dtcore as dt
from dtcore.model import Column
from dtshow.words.language import N_, _

STORIES: Final = (
    N_(
        """Will the shop open?
Open | no | yes
Weather | sunny | cloudy | rainy
Season | spring | summer | winter
Street | quiet | normal | busy
Holiday | no | yes
Staff | one | two
Delivery | late | on time
Market day | no | yes
Stock (%)
Humidity (%)"""
    ),
    N_(
        """Will the bus be late?
Late | no | yes
Traffic | light | normal | heavy
Weather | clear | rain | snow
Route | short | medium | long
Roadworks | no | yes
School day | no | yes
Driver | new | experienced
Stops | few | many
Seats taken (%)
Fuel (%)"""
    ),
    N_(
        """Will the plant grow?
Grows | no | yes
Light | shade | half shade | sun
Soil | sand | loam | clay
Water | little | some | plenty
Fertilizer | no | yes
Pot | small | large
Place | indoors | outdoors
Pests | no | yes
Soil moisture (%)
Humidity (%)"""
    ),
    N_(
        """Will the cake rise?
Rises | no | yes
Flour | wheat | rye | spelt
Heat | low | medium | high
Eggs | one | two | three
Baking powder | no | yes
Butter | soft | melted
Bowl | cold | warm
Milk | no | yes
Cocoa (%)
Cream (%)"""
    ),
    N_(
        """Will the team win?
Wins | no | yes
Opponent | weak | equal | strong
Ground | dry | wet | frozen
Rest | short | normal | long
Home match | no | yes
Captain | absent | present
Kick-off | afternoon | evening
Coach | old | new
Possession (%)
Passes completed (%)"""
    ),
    N_(
        """Will the customer buy?
Buys | no | yes
Price | low | medium | high
Age | young | middle | old
Visit | first | second | later
Voucher | no | yes
Device | phone | computer
Delivery | free | paid
Newsletter | no | yes
Battery (%)
Page read (%)"""
    ),
    N_(
        """Will the fish bite?
Bites | no | yes
Bait | worm | fly | bread
Time | morning | noon | evening
Water | clear | murky | muddy
Wind | weak | strong
Moon | half | full
Shore | sandy | stony
Boat | no | yes
Clouds (%)
Humidity (%)"""
    ),
    N_(
        """Will the library be full?
Full | no | yes
Day | Monday | Wednesday | Friday
Time | morning | afternoon | evening
Weather | sunny | cloudy | rainy
Exams | no | yes
Wi-Fi | off | on
Café | closed | open
Lecture | no | yes
Seats reserved (%)
Books lent (%)"""
    ),
    N_(
        """Will the phone be sold?
Sold | no | yes
Size | small | medium | large
Colour | black | white | blue
Price | low | medium | high
Used | no | yes
Charger | no | yes
Screen | scratched | clean
Camera | single | double
Battery health (%)
Discount (%)"""
    ),
    N_(
        """Will the hike take place?
Takes place | no | yes
Trail | easy | medium | hard
Group | small | medium | large
Season | spring | summer | autumn
Guide | no | yes
Hut | closed | open
Snow | no | yes
Wind | weak | strong
Chance of rain (%)
Humidity (%)"""
    ),
    N_(
        """Will the film be a success?
Success | no | yes
Genre | comedy | drama | thriller
Length | short | medium | long
Season | spring | summer | winter
Star | no | yes
Sequel | no | yes
Advertising | little | much
Music | old | new
Seats sold early (%)
Good reviews (%)"""
    ),
    N_(
        """Will the apple be sorted out?
Sorted out | no | yes
Colour | green | yellow | red
Size | small | medium | large
Skin | smooth | rough | spotted
Stem | no | yes
Bruise | no | yes
Flesh | soft | firm
Shape | round | oval
Ripeness (%)
Sugar (%)"""
    ),
)


def fits(table: dt.Dataset) -> bool:
    """Whether the stories have a name for all that is in ``table``."""
    return renamed(table, 0) is not None


def renamed(table: dt.Dataset, number: int) -> tuple[str, dt.Dataset] | None:
    """The question of a story, of the first again after the last, and the table under its names;
    None if it has not enough of them."""
    lines = _(STORIES[number % len(STORIES)]).splitlines()
    about, target, *columns = ([part.strip() for part in line.split("|")] for line in lines)
    given = table.given or table
    pairs = [_taken(columns, column) for column in given.columns]
    named = [*zip(given.columns, pairs, strict=True), (given.target, target)]
    if not all(words and len(words) - 1 == len(column.levels or ()) for column, words in named):
        return None
    names = {column.name: words[0] for column, words in named if words}
    values = {column.name: _values(column, words[1:]) for column, words in named if words}
    return about[0], given.relabel(names, values)


def _taken(columns: list[list[str]], column: Column) -> list[str] | None:
    """The first of ``columns`` that will do, which is taken from them."""
    if column.numeric and not all(0 <= value <= 100 for value in column.extremes):
        return None
    size = 1 + len(column.levels or ())
    found = next((one for one in columns if len(one) == size), None)
    if found is not None:
        columns.remove(found)
    return found


def _values(column: Column, names: list[str]) -> dict[str, str]:
    return dict(zip(column.levels or (), names, strict=True))
