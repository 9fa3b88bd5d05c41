"""The errors of this package."""

from __future__ import annotations


class OrreryError(Exception):
    """A request that the server refused, or that had no answer.

    ``status`` is the HTTP status, 0 when there was no answer. ``error_message`` and ``error_code``
    are the fields ``errorMessage`` and ``errorCode`` of the body; the code of a rejected order is
    its reason. ``request_id`` is the header ``RequestID``. Each is ``None`` where it is absent.
    ``body`` is the whole answer as text.
    """

    def __init__(
        self,
        request: str,
        status: int,
        *,
        error_message: str | None = None,
        error_code: str | None = None,
        request_id: str | None = None,
        body: str = "",
    ) -> None:
        self.request = request
        self.status = status
        self.error_message = error_message
        self.error_code = error_code
        self.request_id = request_id
        self.body = body
        answered = f"{status} " if status else ""
        why = error_message or body or "no reason given"
        of = f" (RequestID {request_id})" if request_id else ""
        super().__init__(f"{request}: {answered}{why}{of}")


class StartError(RuntimeError):
    """``orrery`` is not found, cannot be started, or refused its scenario. The message says why."""


class InputError(ValueError):
    """A scenario, a study, ticks or an option is wrong. The message names the place and the rule."""


class EngineError(RuntimeError):
    """The engine ended, or met a bug of its own. The message has what it said last."""


class RunWarning(UserWarning):
    """A run went on, but not as its strategy meant it: orders were refused, or it never began."""
