"""The report of a run: a page of HTML that needs nothing else."""

from __future__ import annotations

import base64
import gzip
import html
import os
from pathlib import Path
from typing import Final

_HEIGHT: Final = 720
#: A page that writes the page which is packed in it.
_UNPACKING: Final = """<script>
const bytes = Uint8Array.from(atob("PACKED"), (each) => each.charCodeAt(0));
const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
new Response(unpacked).text().then((page) => {
  document.open();
  document.write(page);
  document.close();
});
</script>"""


class Report:
    """A page. A notebook shows it in a frame of its own, so that its styles stay there."""

    def __init__(self, page: str, name: str) -> None:
        self.html = page
        self._name = name
        #: The height of the frame in a notebook, in pixels.
        self.height = _HEIGHT

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the page. Returns its path."""
        whole = Path(path).resolve()
        whole.write_text(self.html, encoding="utf-8")
        return whole

    def __repr__(self) -> str:
        return f"<Report of {self._name}: {len(self.html) // 1024} KiB of HTML>"

    def _repr_html_(self) -> str:
        # A third of the page as text: the frame unpacks it.
        packed = base64.b64encode(gzip.compress(self.html.encode(), mtime=0)).decode()
        page = html.escape(_UNPACKING.replace("PACKED", packed))
        return (
            f'<iframe srcdoc="{page}" title="Report of {html.escape(self._name)}" '
            f'width="100%" height="{self.height}" style="border:0"></iframe>'
        )
