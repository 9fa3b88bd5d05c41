// Serves the quickstart market, trades in it over HTTP, and turns its clock.
import { startServer } from 'orrery-fx';

const server = await startServer({ scenario: 'scenarios/quickstart.yaml' });
const simulation = await server.simulation();
const { id, token } = simulation.account;
const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };

await simulation.clock.advance('1h');
const answer = await fetch(`${server.url}/v3/accounts/${id}/orders`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ order }),
});
const { orderFillTransaction: fill } = await answer.json();
console.log(answer.status, fill.time, fill.price);

await simulation.clock.advance('1d');
console.log(simulation.clock.now, simulation.account.units('EUR_USD'));
await server.close();
