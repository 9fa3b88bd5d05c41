"""Connections that a client keeps for its next request: they do not grow old while simulated time passes at once.

httpx gives such a connection up after 5 seconds and aiohttp after 15, so that each poll of a minute would make a new
one. Both keep theirs as long as the front does.
"""

from __future__ import annotations

from types import ModuleType

from ..loading import when_loaded

# What the front says of its connections (Keep-Alive): seconds.
KEPT = 604800.0
CONNECTIONS = {
    "httpcore._sync.http11": "HTTP11Connection",
    "httpcore._async.http11": "AsyncHTTP11Connection",
    "aiohttp.connector": "BaseConnector",
}
# What holds the seconds after which a free connection is closed; None for no such time.
AGES = ("_keepalive_expiry", "_keepalive_timeout")


def install() -> None:
    """Changes the clients when the program loads them."""
    for name, kind in CONNECTIONS.items():
        _change(name, kind)


def _change(name: str, kind: str) -> None:
    def change(module: ModuleType) -> None:
        connection = getattr(module, kind)
        begin = connection.__init__

        def begin_kept(self: object, *args: object, **kwargs: object) -> None:
            begin(self, *args, **kwargs)
            for age in AGES:
                if getattr(self, age, None):
                    setattr(self, age, KEPT)

        connection.__init__ = begin_kept

    when_loaded(name, change)
