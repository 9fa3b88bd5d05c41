// Runs a strategy with other parameters, and reads its figures.
import { runScenario } from 'orrery-fx';

const run = await runScenario('scenarios/sma-cross.yaml', {
  params: { fast: 10, slow: 40 },
  balance: '5000',
  from: '2024-03-05T00:00:00Z',
  to: '2024-03-07T00:00:00Z',
});
const [account] = run.metrics.accounts;
console.log(`${run.metrics.trades} trades, ${run.metrics.realizedPL} ${account.currency}`);
console.log(`maximum drawdown ${(account.figures.maxDrawdown * 100).toFixed(2)} %`);
console.log(run.transactions[0].type, run.ledger.transactions);
