/** A simulation of a test server, as a test uses it. */

import type { RunningServer } from '../../broker/api/server.js';
import { present } from '../../core/base/present.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import { ledgerHash } from '../../data/record/ledger-file.js';
import type { TestClock, Time } from '../types/clock.js';
import type {
  FaultRule,
  FiredFault,
  ForkOptions,
  TestAccount,
  TestAnswer,
  TestFaults,
  TestSimulation,
  TestTick,
} from '../types/simulation.js';
import type { TestStep, TestStepRequest } from '../types/step.js';
import { type AccountKey, accountKeyIn, HeldAccount } from './account.js';
import { HeldClock, timeText } from './clock.js';
import { ServerSimulation } from './held.js';

/** A simulation as the answer to its request described it. */
export interface MadeSimulation {
  readonly id: string;
  readonly accounts: readonly AccountKey[];
}

/** The simulation that an answer of the control API describes. */
export function madeSimulationIn({ id, accounts }: TestAnswer['body']): MadeSimulation {
  return { id: String(id), accounts: (accounts as TestAnswer['body'][]).map(accountKeyIn) };
}

/**
 * Owns the list of a simulation's accounts; `openAccount` adds to it. Everything else is in the
 * server.
 */
export class HeldSimulation implements TestSimulation {
  readonly id: string;
  readonly name: string;
  readonly clock: TestClock;
  readonly #held: ServerSimulation;
  readonly #accounts: TestAccount[];

  constructor(server: RunningServer, { id, accounts }: MadeSimulation) {
    this.#held = new ServerSimulation(server, id);
    this.id = id;
    this.name = this.#held.sandbox.name;
    this.clock = new HeldClock(this.#held);
    this.#accounts = accounts.map(key => new HeldAccount(this.#held, key));
  }

  get url(): string {
    return this.#held.server.url;
  }

  get streamUrl(): string {
    return this.#held.server.streamUrl;
  }

  get account(): TestAccount {
    return this.#accounts[0] as TestAccount;
  }

  get accounts(): readonly TestAccount[] {
    return [...this.#accounts];
  }

  get env(): TestSimulation['env'] {
    const { id, token } = this.account;
    return { ORRERY_URL: this.url, ORRERY_TOKEN: token, ORRERY_ACCOUNT: id };
  }

  get faults(): TestFaults {
    return faultsOf(this.#held);
  }

  ledger(): readonly Transaction[] {
    return this.#held.sandbox.simulation.engine.ledger.slice();
  }

  ledgerHash(): string {
    return ledgerHash(this.ledger());
  }

  async tick({ instrument, bid, ask, time = this.clock.now }: TestTick): Promise<void> {
    await this.#held.control('POST', 'ticks', { instrument, bid, ask, time: timeText(time) });
  }

  async openAccount(fields: Readonly<Record<string, unknown>> = {}): Promise<TestAccount> {
    const made = await this.#held.control('POST', 'accounts', fields);
    const account = new HeldAccount(this.#held, accountKeyIn(made));
    this.#accounts.push(account);
    return account;
  }

  async fork(options: ForkOptions = {}): Promise<TestSimulation> {
    const made = await this.#held.control('POST', 'fork', forkBody(options));
    return new HeldSimulation(this.#held.server, madeSimulationIn(made));
  }

  async rewind(to: Time): Promise<void> {
    await this.#held.control('POST', 'rewind', { to: timeText(to) });
  }

  async step({ advance, ...request }: TestStepRequest = {}): Promise<TestStep> {
    const { to } = advance ?? {};
    const turn = to === undefined ? advance : { ...advance, to: timeText(to) };
    const body = { ...request, ...present({ advance: turn }) };
    return (await this.#held.control('POST', 'step', body)) as unknown as TestStep;
  }

  control(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.#held.control(method, path, body);
  }

  async close(): Promise<void> {
    if (this.#held.isOpen) await this.#held.control('DELETE', '');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** The body of a fork, as control takes it. */
export function forkBody({ at, name, clock }: ForkOptions): object {
  return present({ at: at === undefined ? undefined : timeText(at), name, clock });
}

function faultsOf(held: ServerSimulation): TestFaults {
  return {
    add: async (rule: FaultRule) => {
      const { id } = await held.control('POST', 'faults', rule);
      return id as string;
    },
    clear: async () => {
      await held.control('DELETE', 'faults');
    },
    fired: async () => {
      const { fired } = await held.control('GET', 'faults');
      return fired as readonly FiredFault[];
    },
  };
}
