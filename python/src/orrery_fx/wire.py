"""Requests over HTTP with the standard library."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any

from .errors import OrreryError

#: Requests go straight to the server, whatever proxies the environment names.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Wire:
    """Sends requests to one server with one bearer token. ``timeout`` is in wall seconds."""

    def __init__(self, url: str, token: str, *, timeout: float = 300.0) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.timeout = timeout

    def json(self, method: str, path: str, body: object | None = None) -> Any:
        """The answer as JSON; ``None`` for an empty one. Raises OrreryError, as ``text`` does."""
        text, request_id = self._send(method, path, body)
        if text == "":
            return None
        try:
            return json.loads(text)
        except ValueError:
            raise OrreryError(
                f"{method} {path}",
                0,
                error_message="The answer is not JSON",
                request_id=request_id,
                body=text,
            ) from None

    def text(self, method: str, path: str, body: object | None = None) -> str:
        """The answer as text.

        Raises OrreryError for a status of 400 or more, and when there is no whole answer.
        """
        return self._send(method, path, body)[0]

    def _send(self, method: str, path: str, body: object | None) -> tuple[str, str | None]:
        request = urllib.request.Request(
            f"{self.url}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}"},
        )
        if body is not None:
            request.add_header("Content-Type", "application/json")
        try:
            with _OPENER.open(request, timeout=self.timeout) as answer:
                return answer.read().decode(), answer.headers.get("RequestID")
        except urllib.error.HTTPError as refused:
            with refused:
                raise _refusal(f"{method} {path}", refused) from None
        except (OSError, HTTPException) as lost:
            raise OrreryError(f"{method} {path}", 0, error_message=f"There is no answer: {lost!r}") from lost


def _refusal(request: str, refused: urllib.error.HTTPError) -> OrreryError:
    text = refused.read().decode(errors="replace")
    try:
        fields = json.loads(text)
    except ValueError:
        fields = None
    told = fields if isinstance(fields, dict) else {}
    return OrreryError(
        request,
        refused.code,
        error_message=told.get("errorMessage"),
        error_code=told.get("errorCode"),
        request_id=refused.headers.get("RequestID"),
        body=text,
    )
