/**
 * How often each test of a study sees skill where there is none, and where there is some:
 * `node dist/tools/luck/main.js --markets 1000 --edge 0 --cost 0.0001 --seed 1`.
 * The figures of docs/fidelity/luck.md are made with it.
 */

import { parseArgs } from 'node:util';
import { Prng } from '../../core/base/prng.js';
import { probabilisticSharpe, shapeOfReturns } from '../../data/figures/table/return-shape.js';
import {
  assessmentOf,
  isSkillByDsr,
  isSkillByPbo,
  isSkillBySpa,
} from '../../study/luck/assessment.js';
import { triesOf } from '../../study/luck/deflated.js';
import { rateInterval } from '../../study/luck/rate-interval.js';
import { DAYS, madeMarket, VOLATILITY } from './made-markets.js';

const { values } = parseArgs({
  options: {
    markets: { type: 'string', default: '1000' },
    edge: { type: 'string', default: '0' },
    cost: { type: 'string', default: '0.0001' },
    seed: { type: 'string', default: '1' },
  },
});
const [markets, edge, cost, seed] = [values.markets, values.edge, values.cost, values.seed].map(
  Number,
) as [number, number, number, number];

/** Numbers of markets in which a test saw skill. */
const seen = { psr: 0, dsr: 0, dsrOfRuns: 0, pbo: 0, spa: 0, realityCheck: 0, verdict: 0 };
const prng = new Prng(seed);
let clusters = 0;
for (let market = 0; market < markets; market++) {
  const matrix = madeMarket({ edge, cost }, prng.fork(String(market)));
  const shapes = matrix.rows.flatMap(row => shapeOfReturns([...row]) ?? []);
  const best = shapes.reduce((one, other) => (other.sharpe > one.sharpe ? other : one));
  const tries = triesOf(shapes, matrix);
  const { overfitting, superiority } = assessmentOf(tries, matrix, market);
  const probability = (benchmark: number) => Number(probabilisticSharpe(best, benchmark));
  const says = {
    psr: isSkillByDsr(probability(0)),
    dsr: isSkillByDsr(probability(tries.luck)),
    dsrOfRuns: isSkillByDsr(probability(tries.luckOfRuns)),
    pbo: overfitting !== undefined && isSkillByPbo(overfitting),
    spa: superiority !== undefined && isSkillBySpa(superiority),
    realityCheck: superiority !== undefined && superiority.plain.upper < 0.05,
  };
  const verdict = says.dsr && says.spa;
  for (const [name, isSkill] of Object.entries({ ...says, verdict })) {
    if (isSkill) seen[name as keyof typeof seen] += 1;
  }
  clusters += tries.clusters;
}
process.stdout.write(
  `markets ${markets}, days ${DAYS}, sets 100, volatility ${VOLATILITY} a day, edge ${edge} a year, cost ${cost} a change, seed ${seed}\n` +
    `clusters ${(clusters / markets).toFixed(1)} on average\n`,
);
for (const [name, count] of Object.entries(seen)) {
  const [low, high] = rateInterval(count, markets).map(rate => (rate * 100).toFixed(1));
  const rate = ((count / markets) * 100).toFixed(1);
  process.stdout.write(`${name.padEnd(14)}${rate.padStart(6)} %  (${low} to ${high})\n`);
}
