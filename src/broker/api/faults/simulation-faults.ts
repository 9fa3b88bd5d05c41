/**
 * The faults of one simulation: its rules, and which of them fire for a request or a stream. Rules
 * and fired faults are inputs of the simulation, so a fork, a rewind and a journal have them too
 * (decision 0029).
 */

import { InputError } from '../../../core/base/input-error.js';
import { RuleFault } from '../../../core/fault/fields.js';
import { readRule } from '../../../core/fault/read-rule.js';
import type { FaultRule, GivenRule, StreamFault } from '../../../core/fault/rule.js';
import { disturbancesOf } from '../../../core/run/input/disturbed-market.js';
import type { FaultInput } from '../../../core/run/input/input.js';
import { formatRfc3339, instant } from '../../../core/time/instant.js';
import { passLost } from '../../runtime/simulation/command-lost.js';
import type { Simulation } from '../../runtime/simulation/simulation.js';
import { RuleAtWork } from './draws.js';
import { planOf, type RequestPlan } from './request-plan.js';
import type { StreamPlan } from './stream-plan.js';

/** What a rule has done so far. */
export interface RuleCount {
  readonly id: string;
  /** Requests that it has seen, and faults. */
  readonly seen: number;
  readonly fired: number;
}

/** Rules that one simulation may have. */
const RULES_MAX = 1_000;

/**
 * Owns the rules of faults of one simulation, with their counts. `add` and `replace` change the
 * rules, requests the counts; after a rewind both are those of the inputs that are left.
 */
export class SimulationFaults {
  readonly #simulation: Simulation;
  readonly #operations: ReadonlySet<string>;
  #given: readonly GivenRule[] = [];
  #rules: readonly RuleAtWork[] = [];
  /** The highest number in an id. */
  #highest = 0;

  /**
   * @param operations - every operationId.
   * @throws InputError for a rule of the scenario about an unknown operation.
   */
  constructor(simulation: Simulation, operations: ReadonlySet<string>) {
    this.#simulation = simulation;
    this.#operations = operations;
    try {
      this.#install(simulation.scenario.faults ?? []);
    } catch (error) {
      if (!(error instanceof RuleFault)) throw error;
      const place = { file: simulation.scenario.name, field: ['faults', ...error.path].join('.') };
      throw new InputError('scenario', place, error.form);
    }
    this.#recall();
  }

  /** The rules, oldest first. */
  get rules(): readonly GivenRule[] {
    return this.#given;
  }

  /** What each rule has done. */
  get counts(): readonly RuleCount[] {
    return this.#rules.map(({ rule: { id }, seen, fired }) => ({ id, seen, fired }));
  }

  /** The last `most` faults that have fired, oldest first. */
  fired(most: number): readonly FaultInput[] {
    const { inputs } = this.#simulation;
    const found: FaultInput[] = [];
    for (let at = inputs.length - 1; at >= 0 && found.length < most; at--) {
      const input = inputs.at(at);
      if (input?.kind === 'fault') found.push(input);
    }
    return found.reverse();
  }

  /** Adds a rule. @returns its id. @throws RuleFault. @throws WindowOverError after the window. */
  add(given: unknown): string {
    const rule = this.#checked(given, this.#highest + 1);
    this.#replace([...this.#given, rule]);
    return rule.id;
  }

  /** Replaces all rules. @throws as `add`; the rules before then stay. */
  replace(given: readonly unknown[]): void {
    this.#replace(given.map((each, at) => this.#checked(each, this.#highest + 1 + at, at)));
  }

  /** What the rules do to a request; undefined for nothing. */
  onRequest(operation: string, requestID: string): RequestPlan | undefined {
    if (this.#rules.length === 0) return undefined;
    const rules = this.#rules.filter(
      ({ rule }) => rule.stream === undefined && rule.market === undefined,
    );
    const note = (rule: RuleAtWork, did: string) => this.#note(rule, { operation, requestID, did });
    return planOf(rules, { operation, now: () => this.#simulation.now, note });
  }

  /** What the rules do to a stream that is opened now; undefined for nothing. */
  onStream(operation: string, requestID: string): StreamPlan | undefined {
    const { now } = this.#simulation;
    for (const each of this.#rules) {
      const { stream } = each.rule;
      if (stream === undefined || !each.concerns(operation, now) || !each.fires()) continue;
      const note = (did: string) => this.#note(each, { operation, requestID, did });
      note(`stream: ${namesIn(stream)}`);
      return { fault: stream, draws: each.drawsOfStream(), note };
    }
    return undefined;
  }

  #checked(given: unknown, number: number, at?: number): GivenRule {
    try {
      const { from } = this.#known(readRule(given, `f${number}`));
      // A rule of the market begins at an instant that a replay finds again.
      const begin = from ?? this.#simulation.now;
      return { ...(given as object), id: `f${number}`, from: formatRfc3339(begin) };
    } catch (error) {
      if (!(error instanceof RuleFault) || at === undefined) throw error;
      throw new RuleFault([String(at), ...error.path], error.form);
    }
  }

  /** @throws RuleFault for an operation or an instrument that does not exist, or useless liquidity. */
  #known(rule: FaultRule): FaultRule {
    const { operation, market } = rule;
    if (operation !== '*' && !this.#operations.has(operation)) {
      const all = [...this.#operations].join(', ');
      throw new RuleFault(['operation'], `must be * or one of ${all}`);
    }
    if (market === undefined) return rule;
    const { scenario } = this.#simulation;
    const names = scenario.market.map(({ instrument }) => instrument.name);
    if (!names.includes(market.instrument)) {
      throw new RuleFault(['market', 'instrument'], `must be one of ${names.join(', ')}`);
    }
    if (market.quiet) {
      const form = 'must stand under faults: of a scenario: a market that runs keeps its ticks';
      throw new RuleFault(['market', 'quiet'], form);
    }
    if (market.liquidity !== undefined && scenario.execution.liquidity !== 'volume') {
      throw new RuleFault(['market', 'liquidity'], 'has no effect: the scenario has a depth table');
    }
    return rule;
  }

  #replace(given: readonly GivenRule[]): void {
    if (given.length > RULES_MAX) throw new RuleFault([], `must be at most ${RULES_MAX} rules`);
    const before = this.#disturbances();
    this.#simulation.record({ kind: 'rules', rules: given });
    this.#install(given);
    const after = this.#disturbances();
    for (const instrument of new Set([...before.keys(), ...after.keys()])) {
      const disturbances = after.get(instrument) ?? [];
      if (JSON.stringify(disturbances) === JSON.stringify(before.get(instrument) ?? [])) continue;
      const disturbing = this.#simulation.disturb({ instrument, disturbances });
      // The market may be over or removed by then, and nothing is left to disturb.
      disturbing?.catch(passLost);
    }
  }

  #disturbances() {
    const { from, to } = this.#simulation.scenario;
    return disturbancesOf(
      this.#rules.map(({ rule }) => rule),
      from,
      to,
    );
  }

  /** Takes over rules; those of the same id go on where they stood. */
  #install(given: readonly GivenRule[]): void {
    const known = new Map(this.#rules.map(each => [each.rule.id, each]));
    this.#rules = given.map(
      each => known.get(each.id) ?? new RuleAtWork(this.#known(readRule(each, each.id))),
    );
    this.#given = given;
    for (const { id } of given) this.#highest = Math.max(this.#highest, Number(id.slice(1)));
  }

  /** Sets the rules to their state by the inputs of the simulation. */
  #recall(): void {
    for (const input of this.#simulation.inputs) {
      if (input.kind === 'rules') this.#install(input.rules);
      else if (input.kind === 'fault') {
        this.#rules.find(({ rule }) => rule.id === input.rule)?.resume(input.seen);
      }
    }
  }

  #note(
    { rule, seen }: RuleAtWork,
    fired: Pick<FaultInput, 'operation' | 'requestID' | 'did'>,
  ): void {
    // After the window nothing is on record any more.
    if (this.#simulation.hasEnded) return;
    this.#simulation.record({ kind: 'fault', rule: rule.id, seen, ...fired });
  }
}

/** The names of the fields that a stream fault has. */
function namesIn(stream: StreamFault): string {
  return Object.entries(stream)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .join(', ');
}

/** The instant of a fault as control shows it. */
export function timeOf({ time }: FaultInput): string {
  return formatRfc3339(instant(time));
}
