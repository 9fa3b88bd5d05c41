import { basename } from 'node:path';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/core/engine/state/command.js';
import type { Transaction } from '../../../src/core/ledger/transaction.js';
import type { TimelineCommand } from '../../../src/core/run/scenario.js';
import { formatRfc3339 } from '../../../src/core/time/instant.js';
import { ledgerHash } from '../../../src/data/record/ledger-file.js';
import { loadScenario } from '../../../src/data/storage/scenario/scenario-file.js';
import { type TestApi, testApi } from '../../support/api/api.js';
import { requestOf } from '../../support/api/command-request.js';
import { servedScenarioFiles } from '../../support/files/paths.js';

/**
 * API = core: the timeline of every shipped scenario, sent over HTTP while the clock is turned by
 * hand, gives the very ledger that `orrery run` gives.
 */

/** Names that timeline entries give to their orders, and what they stand for by now. */
class Names {
  readonly #orders = new Map<string, { readonly accountID: string; readonly orderID: string }>();
  readonly #api: TestApi;

  constructor(api: TestApi) {
    this.#api = api;
  }

  give(name: string, accountID: string, since: number): void {
    const made = this.#api.sandbox.simulation.engine.ledger
      .slice(since)
      .find(({ type }) => type.endsWith('_ORDER') || type.endsWith('_ORDER_REJECT'));
    if (made !== undefined) this.#orders.set(name, { accountID, orderID: made.id });
  }

  /** The command with `$name` replaced by the order's id, or the id of the trade that it opened. */
  resolve(command: Command): Command {
    return JSON.parse(JSON.stringify(command), (key, value) => {
      if (typeof value !== 'string' || !value.startsWith('$')) return value;
      const named = this.#orders.get(value.slice(1));
      if (named === undefined) return value;
      return key === 'orderSpecifier' ? named.orderID : (this.#tradeOf(named) ?? value);
    });
  }

  #tradeOf({ accountID, orderID }: { readonly accountID: string; readonly orderID: string }) {
    const fills = this.#api.sandbox.simulation.engine.ledger
      .slice()
      .filter(
        (each): each is Extract<Transaction, { type: 'ORDER_FILL' }> =>
          each.type === 'ORDER_FILL' && each.accountID === accountID && each.orderID === orderID,
      );
    return fills.find(fill => fill.tradeOpened !== undefined)?.tradeOpened?.tradeID;
  }
}

/** Sends the command and waits until it is accepted; under latency its answer comes later. */
async function send(api: TestApi, entry: TimelineCommand, command: Command): Promise<unknown> {
  const { engine } = api.sandbox.simulation;
  const request = requestOf(command);
  if (request === undefined) return api.sandbox.simulation.submit(entry.accountID, command);
  const [method, path, payload] = request;
  const accepted = engine.accepted.length;
  const answer = api.app.inject({
    method: method as 'POST',
    url: `/v3/accounts/${entry.accountID}${path}`,
    headers: { authorization: `Bearer ${api.tokenOf(entry.accountID)}` },
    ...(payload === undefined ? {} : { payload }),
  } as InjectOptions);
  while (engine.accepted.length === accepted) await new Promise(resolve => setImmediate(resolve));
  return answer;
}

const files = servedScenarioFiles();

describe('a timeline over HTTP', () => {
  it.each(files.map(file => [basename(file, '.yaml'), file]))(
    '%s gives the ledger of orrery run',
    async (_name, file) => {
      const { scenario } = await loadScenario(file);
      const api = await testApi(scenario);
      const { simulation } = api.sandbox;
      const names = new Names(api);
      const answers: unknown[] = [];
      for (const entry of scenario.timeline) {
        if (entry.kind !== 'command') continue;
        await api.advance({ to: formatRfc3339(entry.at) });
        const since = simulation.engine.ledger.length;
        const answer = send(api, entry, names.resolve(entry.command));
        answers.push(answer);
        if (scenario.execution.latency.maxMicros === 0) {
          await answer;
          if (entry.as !== undefined) names.give(entry.as, entry.accountID, since);
        } else {
          // The answer comes once time has passed; the next entry may refer to what it made.
          await new Promise(resolve => setImmediate(resolve));
          await api.advance({ by: '1s' });
          if (entry.as !== undefined) names.give(entry.as, entry.accountID, since);
        }
      }
      await api.advance({ to: formatRfc3339(scenario.to) });
      await Promise.all(answers);
      expect(ledgerHash(simulation.engine.ledger)).toBe(scenario.expect.ledger);
    },
  );
});
