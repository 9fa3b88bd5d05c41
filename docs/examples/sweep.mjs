// Runs a study in worker threads, and shows its best parameters.
import { sweep } from 'orrery-fx';

const study = await sweep('scenarios/studies/sma-instruments.yaml', { workers: 2 });
const best = study.runs.find(({ run }) => run === study.best);
console.log(`${study.runs.length} runs, ranked by ${study.rank}`);
console.log(`best: ${best['param.instrument']}, ${best.closedTrades} trades, ${best.pips} pips`);
