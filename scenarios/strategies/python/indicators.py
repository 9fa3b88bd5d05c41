"""Indicators of the examples: each takes one value after another."""


class Wilder:
    """Wilder's average: the mean of the first values, then a part of each further one."""

    def __init__(self, length):
        self.length = length
        self.first = []
        self.value = None

    def add(self, value):
        """The average with this value; None before there are enough."""
        if self.value is not None:
            self.value += (value - self.value) * (1 / self.length)
            return self.value
        self.first.append(value)
        if len(self.first) == self.length:
            self.value = sum(self.first) / self.length
        return self.value


class TrueRange:
    """The average true range."""

    def __init__(self, length):
        self.average = Wilder(length)
        self.close = None

    def add(self, candle):
        """The average with this candle; None before there are enough."""
        high, low = candle.high, candle.low
        if self.close is not None:
            high, low = max(high, self.close), min(low, self.close)
        self.close = candle.close
        return self.average.add(high - low)


class RelativeStrength:
    """The relative strength index, 0 to 100."""

    def __init__(self, length):
        self.gain = Wilder(length)
        self.loss = Wilder(length)
        self.close = None

    def add(self, close):
        """The index with this close; None before there are enough."""
        before, self.close = self.close, close
        if before is None:
            return None
        gain = self.gain.add(max(close - before, 0))
        loss = self.loss.add(max(before - close, 0))
        if gain is None:
            return None
        return 100 if loss == 0 else 100 - 100 / (gain / loss + 1)
