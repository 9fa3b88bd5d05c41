/**
 * Shows the strategies that run in a simulation as a client would be seen: their commands are in
 * the log of requests, what they draw is among the plots, and the feed and the log show their
 * state. Source: decision 0046.
 */

import type { FastifyInstance } from 'fastify';
import type { AcceptedCommand } from '../../core/engine/state/command.js';
import type { Outcome } from '../../core/engine/state/outputs.js';
import { REJECT_REASONS } from '../../core/reason/reject-reasons.js';
import { commandRequest } from '../../core/strategy/command-request.js';
import type { StrategyError } from '../../core/strategy/strategy-error.js';
import { formatRfc3339 } from '../../core/time/instant.js';
import { NewPoints } from '../runtime/look/new-points.js';
import type { Sandbox } from '../runtime/sandboxes.js';
import type { SimulationStrategies } from '../runtime/strategies/simulation-strategies.js';
import { strategyBody } from './control/clock-verbs.js';
import { plotBody } from './control/page/plot-verbs.js';
import type { LoggedRequest } from './control/schema/page/requests.js';
import type { ServedSimulations } from './served.js';
import type { SessionNews } from './traffic/session-news.js';
import { rejectReasonOf, statusOf } from './v20/answers/outcome.js';

/** Wall milliseconds between two looks at what was drawn. */
const LOOK_MS = 250;

/** Shows the strategies of the first simulation of `served`, if it has any, until `app` is closed. */
export function addStrategies(
  app: FastifyInstance,
  { sandboxes, explain }: ServedSimulations,
  news: SessionNews,
): void {
  const sandbox = sandboxes.main;
  const { strategies } = sandbox.simulation;
  if (strategies === undefined) return;
  const onFault = async (fault: StrategyError): Promise<string | undefined> => {
    const text = (await explain?.(fault)) ?? fault.message;
    // An entry of the log is one line of JSON: further lines become a list beside it.
    const [why = '', ...more] = text.split('\n').map(line => line.trim());
    const words = why.indexOf(`: ${fault.message}`);
    const entry = `the strategy of ${fault.accountID} is stopped: ${why}`;
    if (more.length === 0) app.log.error(entry);
    else app.log.error({ more }, entry);
    return words > 0 ? why.slice(0, words) : undefined;
  };
  const hide = new StrategyNews({ sandbox, news, onFault }, strategies).open();
  app.addHook('onClose', async () => hide());
}

/** Around the strategies of a simulation. */
interface StrategyDeskParts {
  readonly sandbox: Sandbox;
  readonly news: SessionNews;
  /**
   * Takes the error that stopped a strategy, and gives its place in the source, if that is known.
   */
  readonly onFault: (fault: StrategyError) => Promise<string | undefined>;
}

/**
 * Owns what was sent of the strategies of one simulation: their states, their drawings and their
 * errors. Changes of the strategies and rewinds change it. Always: an error is in the log once.
 */
class StrategyNews {
  readonly #parts: StrategyDeskParts;
  readonly #strategies: SimulationStrategies;
  /** The state of each strategy when it was sent last, as JSON. */
  #told: readonly string[] = [];
  /** Places of those that the log has, by their words: after a rewind strategies run anew, and fail as before. */
  readonly #faults = new Map<string, string | undefined>();
  #new = new NewPoints();
  /** The version of the simulation at the last look. */
  #looked = -1;

  constructor(parts: StrategyDeskParts, strategies: SimulationStrategies) {
    this.#parts = parts;
    this.#strategies = strategies;
  }

  open(): () => void {
    const { simulation, plots } = this.#parts.sandbox;
    const timer = setInterval(() => this.#look(), LOOK_MS).unref();
    plots.bringBeforeRead(() => this.#look());
    const ends = [
      this.#strategies.onChange(() => this.#tell()),
      this.#strategies.onOutcome(outcome => this.#log(outcome)),
      simulation.onRewind(() => this.#renew()),
      () => clearInterval(timer),
    ];
    this.#tell();
    return () => {
      for (const end of ends) end();
    };
  }

  /**
   * After a rewind new strategy instances run and redraw everything; this replaces the old
   * drawings.
   */
  #renew(): void {
    this.#new = new NewPoints();
    this.#told = [];
    this.#tell();
    this.#look();
  }

  #tell(): void {
    const before = this.#told;
    const { statuses } = this.#strategies;
    for (const { fault } of statuses) {
      const place = fault && this.#faults.get(wordsOf(fault));
      if (fault !== undefined && place !== undefined) fault.place = place;
    }
    const bodies = statuses.map(strategyBody);
    this.#told = bodies.map(body => JSON.stringify(body));
    for (const [place, strategy] of bodies.entries()) {
      if (this.#told[place] === before[place]) continue;
      this.#parts.news.tell({ type: 'STRATEGY', strategy });
      const fault = statuses[place]?.fault;
      if (fault !== undefined && !this.#faults.has(wordsOf(fault))) void this.#explain(fault);
    }
  }

  /** Finds the place in the source, which takes a moment, and sends it then. */
  async #explain(fault: StrategyError): Promise<void> {
    this.#faults.set(wordsOf(fault), undefined);
    this.#faults.set(wordsOf(fault), await this.#parts.onFault(fault));
    this.#tell();
  }

  /** Adds what was drawn since the last look. */
  #look(): void {
    const { simulation, plots } = this.#parts.sandbox;
    // The time that a hook has run is sent while it runs: no other event shows it.
    if (simulation.isLed) this.#tell();
    if (this.#looked === simulation.version) return;
    this.#looked = simulation.version;
    const drawn = this.#strategies.drawn();
    const added = drawn === undefined ? [] : this.#new.of(drawn);
    if (!plots.add(added)) return;
    for (const plot of added) this.#parts.news.tell({ type: 'PLOT', plot: plotBody(plot) });
  }

  #log(outcome: Outcome): void {
    const { simulation } = this.#parts.sandbox;
    const accepted = simulation.engine.accepted.at(outcome.ticket - 1);
    if (accepted === undefined) return;
    const leaving = { time: formatRfc3339(simulation.now), wall: Date.now() };
    let made: LoggedRequest | undefined;
    this.#parts.news.requests.add(() => {
      made ??= entryOf(accepted, outcome, leaving);
      return made;
    });
  }
}

function wordsOf({ accountID, message }: StrategyError): string {
  return `${accountID}: ${message}`;
}

/** The request that a client would have sent for a command. */
function entryOf(
  { accountID, command }: AcceptedCommand,
  outcome: Outcome,
  { time, wall }: { readonly time: string; readonly wall: number },
): LoggedRequest {
  const { method = 'POST', path = '', body } = commandRequest(command) ?? {};
  const { requestID: id, transactions, badParameter } = outcome;
  const reason = rejectReasonOf(outcome);
  const errorMessage =
    badParameter === undefined
      ? reason && REJECT_REASONS[reason].message
      : `Invalid value specified for '${badParameter}'`;
  const makes = command.type === 'CreateOrder' || command.type === 'ReplaceOrder';
  const isRefused = errorMessage !== undefined;
  return {
    id,
    time,
    wall: new Date(wall).toISOString(),
    method,
    path: `/v3/accounts/${accountID}${path}`,
    status: isRefused ? statusOf(outcome) : makes ? 201 : 200,
    latencyMs: 0,
    accountID,
    origin: 'strategy',
    transactionIDs: transactions.map(each => each.id),
    ...(body && { body: JSON.stringify(body) }),
    ...(isRefused && { errorMessage }),
  };
}
