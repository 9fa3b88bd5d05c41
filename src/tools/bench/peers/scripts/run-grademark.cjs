/**
 * grademark on M1 bars of the bid. It has no tick loader: the ticks are read in plain JavaScript.
 * It cannot reverse within one bar: one run enters long, a second one short.
 */

const { readFileSync } = require('node:fs');
const { backtest } = require('grademark');
const { DataFrame } = require('data-forge');
const { version } = require('grademark/package.json');

const FAST = 20;
const SLOW = 50;

const lines = readFileSync(process.argv[2], 'latin1').split('\n');
const bars = [];
let rows = 0;
let minute = '';
let bar;
for (let at = 1; at < lines.length; at++) {
  const line = lines[at];
  if (line.length === 0) continue;
  rows += 1;
  const price = Number(line.slice(25, line.indexOf(',', 25)));
  if (line.startsWith(minute) && bar !== undefined) {
    bar.high = Math.max(bar.high, price);
    bar.low = Math.min(bar.low, price);
    bar.close = price;
    continue;
  }
  minute = line.slice(0, 16);
  bar = { time: new Date(`${minute}:00Z`), open: price, high: price, low: price, close: price };
  bars.push(bar);
}

const started = process.hrtime.bigint();
const points = bars.map(({ close }) => Math.round(close * 1e5));
const sumUpTo = (end, length) => points.slice(end - length, end).reduce((sum, p) => sum + p, 0);
let side = 0;
for (let at = SLOW - 1; at < bars.length; at++) {
  const difference = sumUpTo(at + 1, FAST) * SLOW - sumUpTo(at + 1, SLOW) * FAST;
  side = Math.sign(difference) || side;
  bars[at].side = side;
}
const series = new DataFrame(bars);
const entries = ['long', 'short'].flatMap((direction, place) => {
  const wanted = place === 0 ? 1 : -1;
  const trades = backtest(
    {
      entryRule: (enter, { bar: { side: now } }) => {
        if (now === wanted) enter({ direction });
      },
      exitRule: (exit, { bar: { side: now } }) => {
        if (now !== wanted) exit();
      },
    },
    series,
  );
  return trades.map(({ entryTime }) => [entryTime.getTime(), wanted]);
});
const engineSeconds = Number(process.hrtime.bigint() - started) / 1e9;
entries.sort(([one], [other]) => one - other);
process.stdout.write(
  `${JSON.stringify({ fills: entries, rows, engineSeconds, bars: bars.length, version })}\n`,
);
