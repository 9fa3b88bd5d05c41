"""TLS: every context trusts the run's throw-away authority too, whatever bundle of authorities the program names."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Callable
from weakref import WeakSet

from .loading import when_loaded
from .settings import Settings


def install(settings: Settings) -> None:
    """Changes the contexts of the module ssl when the program loads it."""

    def change(ssl: ModuleType) -> None:
        trusting: WeakSet = WeakSet()
        for name in ("wrap_socket", "wrap_bio"):
            wrap = getattr(ssl.SSLContext, name)
            setattr(ssl.SSLContext, name, _trusting(wrap, trusting, settings.authority))

    when_loaded("ssl", change)


def _trusting(wrap: Callable[..., Any], trusting: WeakSet, authority: str) -> Callable[..., Any]:
    """Returns `wrap` so that a context loads the authority before its first connection."""

    def wrap_with_trust(context: Any, *args: Any, **kwargs: Any) -> Any:
        if context not in trusting:
            context.load_verify_locations(authority)
            trusting.add(context)
        return wrap(context, *args, **kwargs)

    return wrap_with_trust
