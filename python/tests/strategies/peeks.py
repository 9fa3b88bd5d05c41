"""Looks an hour ahead, in the file of the market: by the reader that PEEK names."""

import gzip
import io
import os
import subprocess
from datetime import datetime, timedelta
from pathlib import Path

from orrery_fx import Strategy

FILE = os.environ.get("PEEK_FILE", "")


def by_open():
    with gzip.open(FILE, "rt") as file:
        return parsed(file.read())


def by_pandas():
    import pandas

    frame = pandas.read_csv(FILE)
    return list(zip(frame["time"], frame["bid"], strict=True))


def by_polars():
    import polars

    frame = polars.read_csv(FILE)
    return list(zip(frame["time"], frame["bid"], strict=True))


def by_pyarrow():
    from pyarrow import csv

    table = csv.read_csv(FILE, convert_options=csv.ConvertOptions(column_types={"time": "string"}))
    return list(zip(table["time"].to_pylist(), table["bid"].to_pylist(), strict=True))


def by_numpy():
    import numpy

    rows = numpy.loadtxt(FILE, delimiter=",", skiprows=1, dtype=str)
    return [(row[0], float(row[1])) for row in rows]


def by_a_link():
    link = f"{FILE}.link{os.getpid()}"
    os.link(FILE, link)
    try:
        return parsed(gzip.decompress(Path(link).read_bytes()).decode())
    finally:
        Path(link).unlink()


def by_file_io():
    return parsed(gzip.decompress(io.FileIO(FILE).read()).decode())


def by_pyarrow_fs():
    from pyarrow import fs

    with fs.LocalFileSystem().open_input_file(FILE) as file:
        return parsed(gzip.decompress(file.read()).decode())


def by_a_program():
    return parsed(subprocess.run(["gzip", "-dc", FILE], capture_output=True, text=True, check=True).stdout)


def by_a_pattern():
    import polars

    return polars.read_csv(FILE.replace("EUR", "*")).rows()


def by_parquet():
    import pandas

    frame = pandas.read_parquet(FILE)
    return list(zip(frame["time"].astype(str).str.replace(" ", "T"), frame["bid"], strict=True))


def by_arrow():
    import polars

    frame = polars.scan_ipc(FILE).collect()
    return [(time.isoformat(), bid) for time, bid in zip(frame["time"], frame["bid"], strict=True)]


def parsed(text):
    rows = [line.split(",") for line in text.splitlines()[1:]]
    return [(row[0], float(row[1])) for row in rows]


class Peeks(Strategy):
    candles = [("EUR_USD", "M15")]

    def __init__(self):
        self.rows = globals()[os.environ["PEEK"]]()
        self.at = 0

    def on_candle(self, context, candle):
        later = (datetime.fromisoformat(context.time[:19]) + timedelta(hours=1)).isoformat()
        while self.at < len(self.rows) and self.rows[self.at][0] < later:
            self.at += 1
        if self.at == len(self.rows):
            return
        if self.rows[self.at][1] > candle.bid.close:
            context.buy("EUR_USD", 100)
        else:
            context.sell("EUR_USD", 100)
