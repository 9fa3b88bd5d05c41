import { describe, expect, it, vi } from 'vitest';
import { Outbox } from '../../../../../../src/broker/api/v20/stream/outbox.js';
import { PriceStreams } from '../../../../../../src/broker/api/v20/stream/price-streams.js';
import { TransactionStreams } from '../../../../../../src/broker/api/v20/stream/transaction-streams.js';
import { Simulation } from '../../../../../../src/broker/runtime/simulation/simulation.js';
import type { AccountSource } from '../../../../../../src/core/view/account-source.js';
import { OWN, sandboxScenario } from '../../../../../support/api/sandbox-scenario.js';

describe('a stream whose connection is refused', () => {
  const refuse = () => {
    throw new Error('refused');
  };

  it('leaves no subscription behind', () => {
    const simulation = new Simulation(sandboxScenario());
    const onPrices = vi.spyOn(simulation, 'onPrices');
    const onTransaction = vi.spyOn(simulation, 'onTransaction');
    const account = simulation.account(OWN) as unknown as AccountSource;
    const request = {
      account,
      slots: [0],
      times: 'RFC3339',
      snapshot: true,
      includeHomeConversions: false,
    } as const;
    const outbox = new Outbox();
    expect(() => new PriceStreams(simulation, outbox).open(request, refuse)).toThrow('refused');
    const transactions = new TransactionStreams(simulation, outbox, {
      pendingMax: () => 1,
      onCut: () => undefined,
    });
    expect(() => transactions.open(account, 'RFC3339', refuse)).toThrow('refused');
    expect(onPrices).not.toHaveBeenCalled();
    expect(onTransaction).not.toHaveBeenCalled();
  });
});
