import { beforeAll, describe, expect, it } from 'vitest';
import { Simulation } from '../../src/broker/runtime/simulation/simulation.js';
import { PACKING } from '../../src/broker/runtime/simulation/zip-packing.js';
import { canonicalText } from '../../src/core/base/canonical.js';
import { IDEAL_EXECUTION } from '../../src/core/engine/state/execution-model.js';
import { audit } from '../../src/core/ledger/audit.js';
import { replayTo } from '../../src/core/run/replay-inputs.js';
import { Run, type RunImage } from '../../src/core/run/run.js';
import { FOREIGN, OWN, sandboxScenario } from '../support/api/sandbox-scenario.js';

/** So many that an account and the inputs have more than stays unpacked: 4 chunks of 1,024. */
const TRANSACTIONS = 10_800;
const BETWEEN_TICKS = 100;

const scenario = sandboxScenario({
  execution: {
    ...IDEAL_EXECUTION,
    slippage: { minPoints: 0, maxPoints: 3 },
    rejectMillionths: 20_000,
  },
});
const simulation = new Simulation(scenario);
let text: string;

function order(run: Simulation, accountID: string, fields: object): void {
  const given = { instrument: 'EUR_USD', type: 'MARKET', ...fields };
  void run.submit(accountID, { type: 'CreateOrder', order: given });
}

/** Everything that a client can read of the accounts, and the ledger. */
function textOf({ engine }: Pick<Simulation, 'engine'>): string {
  const states = engine.state.cells.map(({ state }) => canonicalText(state));
  return JSON.stringify([states, engine.ledger]);
}

beforeAll(() => {
  order(simulation, OWN, { type: 'LIMIT', units: '1', price: '0.00100' });
  for (let at = 0; simulation.engine.ledger.length < TRANSACTIONS; at++) {
    const accountID = at % 20 < 18 ? OWN : FOREIGN;
    order(simulation, accountID, { units: at % 2 === 0 ? '1' : '-1' });
    if (at % BETWEEN_TICKS === 0) simulation.advanceTicks(1);
  }
  text = textOf(simulation);
});

describe('a simulation whose past is packed', () => {
  it('has packed chunks of each kind', () => {
    const { inputs, tickets, engine } = simulation.run.image(PACKING) as RunImage;
    const [cell] = engine.cells;
    const kinds = [inputs, tickets, engine.ledger, engine.accepted, cell?.orders, cell?.trades];
    for (const kind of kinds) {
      expect(kind?.chunks.filter(each => each?.isOld === true)).not.toEqual([]);
    }
  });

  it('stands where a run that packs nothing stands', () => {
    const run = Run.start(scenario, false);
    replayTo(run, simulation.inputs, simulation.now);
    expect(textOf(run)).toBe(text);
    expect([...simulation.run.journal()]).toEqual(simulation.inputs.slice());
  });

  it('passes its audit', () => {
    for (const { state, log } of simulation.engine.state.cells) {
      expect(audit(state, log.range(log.firstID, log.lastID))).toEqual([]);
    }
  });

  it('goes back to its packed past, and comes again by the same inputs', () => {
    const { ledger, accepted } = simulation.engine;
    const fork = simulation.fork({ before: 1_500, accountID: OWN });
    const { length } = fork.engine.ledger;
    expect(fork.engine.account(OWN).log.lastID).toBeLessThan(1_500);
    expect(JSON.stringify(fork.engine.ledger)).toBe(JSON.stringify(ledger.slice(0, length)));
    for (const input of simulation.inputs.slice(fork.inputs.length)) {
      fork.advanceTo(input.time);
      fork.replay(input);
    }
    fork.moveTo(simulation.place);
    expect(textOf(fork)).toBe(text);
    expect(fork.engine.accepted.slice()).toEqual(accepted.slice());
  });
});
