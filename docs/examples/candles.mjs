// Folds ticks to candles, with the alignment of v20.
import { candles, openTicks } from 'orrery-fx';

const ticks = await openTicks('data/EUR_USD_2024-03.csv.gz');
const days = await candles(ticks, { granularity: 'D', price: 'M', smooth: true });
for (const { time, mid, volume } of days.candles.slice(0, 3)) {
  console.log(time.slice(0, 16), mid.o, mid.h, mid.l, mid.c, volume);
}
