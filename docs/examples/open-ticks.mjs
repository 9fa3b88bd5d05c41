// Reads a tick file: exact prices one by one, and numbers in columns for arithmetic.
import { openTicks } from 'orrery-fx';

const ticks = await openTicks('data/EUR_USD_2024-03.csv.gz');
console.log(`${ticks.length} ticks of ${ticks.instrument}, ${ticks.first} to ${ticks.last}`);
for (const { time, bid, ask } of ticks) {
  console.log(time, bid, ask);
  break;
}
const { bid, ask } = ticks.columns();
const spreads = bid.map((price, row) => ask[row] - price);
console.log(
  `mean spread ${(spreads.reduce((sum, each) => sum + each) / spreads.length).toFixed(6)}`,
);
