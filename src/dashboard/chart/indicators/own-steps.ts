/** Indicators that are written here: steps from one state to the next. Pure. */

/** What is read of a candle. */
interface CandleParts {
  readonly time: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

const DAY = 86_400;

/** Sums of a day. */
export interface VwapState {
  /** Days since 1970. */
  readonly day: number;
  readonly value: number;
  readonly volume: number;
}

/** The mean of the typical prices of a UTC day, weighted by volume. */
export function vwapStep(
  state: VwapState,
  { time, high, low, close, volume }: CandleParts,
): readonly [VwapState, readonly (number | undefined)[]] {
  const day = Math.floor(time / DAY);
  const same = state.day === day ? state : { value: 0, volume: 0 };
  const value = same.value + ((high + low + close) / 3) * volume;
  const after = { day, value, volume: same.volume + volume };
  return [after, [after.volume > 0 ? after.value / after.volume : undefined]];
}

/** The parabolic SAR so far, below or above the prices, and the two candles before. */
export interface SarState {
  readonly isLong: boolean;
  readonly sar: number;
  /** The best price since the last turn. */
  readonly extreme: number;
  readonly speed: number;
  readonly last: Pick<CandleParts, 'high' | 'low'>;
  readonly beforeLast: Pick<CandleParts, 'high' | 'low'>;
}

/**
 * Wilder's stop and reverse. The first direction is that of the first two highs. The package's has a turn
 * that is too far away for prices near 1.
 * @param step - by how much it grows faster at a new extreme.  @param most - the greatest speed.
 */
export function sarStep(step: number, most: number) {
  return (
    state: SarState | undefined,
    { high, low }: CandleParts,
  ): readonly [SarState | undefined, readonly (number | undefined)[]] => {
    const candle = { high, low };
    if (state === undefined) {
      const first = { isLong: true, sar: Number.NaN, extreme: high, speed: step };
      return [{ ...first, last: candle, beforeLast: candle }, []];
    }
    const after = Number.isNaN(state.sar)
      ? begun(state.last, candle, step)
      : moved(state, candle, { step, most });
    return [{ ...after, last: candle, beforeLast: state.last }, [after.sar]];
  };
}

type Parabola = Omit<SarState, 'last' | 'beforeLast'>;

function begun(first: SarState['last'], candle: SarState['last'], speed: number): Parabola {
  const isLong = candle.high >= first.high;
  const sar = isLong ? Math.min(first.low, candle.low) : Math.max(first.high, candle.high);
  return { isLong, sar, extreme: isLong ? candle.high : candle.low, speed };
}

function moved(
  { isLong, sar, extreme, speed, last, beforeLast }: SarState,
  { high, low }: SarState['last'],
  { step, most }: { step: number; most: number },
): Parabola {
  const ahead = sar + speed * (extreme - sar);
  const next = isLong
    ? Math.min(ahead, last.low, beforeLast.low)
    : Math.max(ahead, last.high, beforeLast.high);
  if (isLong ? low < next : high > next) {
    return { isLong: !isLong, sar: extreme, extreme: isLong ? low : high, speed: step };
  }
  const best = isLong ? Math.max(extreme, high) : Math.min(extreme, low);
  return {
    isLong,
    sar: next,
    extreme: best,
    speed: best === extreme ? speed : Math.min(most, speed + step),
  };
}
