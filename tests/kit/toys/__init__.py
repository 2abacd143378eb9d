"""Small games that keep every promise; the kit's own tests break them one promise at a time."""

from tests.kit.toys.bids import Bids, BidState, BidView, bids
from tests.kit.toys.fog import Fog, FogState, FogView, fog
from tests.kit.toys.hands import Hands, HandState, HandView, hands
from tests.kit.toys.hourglass import Hourglass, hourglass
from tests.kit.toys.sheets import Sheets, SheetState, sheets
from tests.kit.toys.toll import Toll, TollState, toll

TOYS = (bids, hands, sheets, hourglass, fog, toll)

__all__ = [
    "TOYS",
    "BidState",
    "BidView",
    "Bids",
    "Fog",
    "FogState",
    "FogView",
    "HandState",
    "HandView",
    "Hands",
    "Hourglass",
    "SheetState",
    "Sheets",
    "Toll",
    "TollState",
    "bids",
    "fog",
    "hands",
    "hourglass",
    "sheets",
    "toll",
]
