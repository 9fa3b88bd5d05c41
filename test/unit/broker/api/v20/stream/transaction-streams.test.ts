import { expect, it, vi } from 'vitest';
import { Outbox } from '../../../../../../src/broker/api/v20/stream/outbox.js';
import { linesIn } from '../../../../../../src/broker/api/v20/stream/reader.js';
import { TransactionStreams } from '../../../../../../src/broker/api/v20/stream/transaction-streams.js';
import { Simulation } from '../../../../../../src/broker/runtime/simulation/simulation.js';
import type { AccountSource } from '../../../../../../src/core/view/account-source.js';
import { OWN, sandboxScenario } from '../../../../../support/api/sandbox-scenario.js';

/** A reader that keeps the types of its lines. */
function reader() {
  const types: unknown[] = [];
  const write = (frames: Buffer) =>
    void types.push(...linesIn(frames).map(line => JSON.parse(String(line)).type));
  return { types, pending: 0, write, end: () => undefined, cut: () => undefined };
}

it('a stream goes on until it is closed, and the last of all takes the subscription along', () => {
  const simulation = new Simulation(sandboxScenario());
  const unsubscribe = vi.fn();
  const subscribe = simulation.onTransaction.bind(simulation);
  const subscribed = vi.spyOn(simulation, 'onTransaction').mockImplementation(listener => {
    const end = subscribe(listener);
    return () => {
      unsubscribe();
      end();
    };
  });
  const outbox = new Outbox();
  const patience = { pendingMax: () => 1, onCut: () => undefined };
  const streams = new TransactionStreams(simulation, outbox, patience);
  const account = simulation.account(OWN) as unknown as AccountSource;
  const [one, two, unix] = [reader(), reader(), reader()];
  const opened = [one, two].map(each => streams.open(account, 'RFC3339', () => each));
  opened.push(streams.open(account, 'UNIX', () => unix));
  const [closeOne, closeTwo, closeUnix] = opened;
  const beat = () => {
    streams.beat();
    outbox.flush();
    return [one, two, unix].map(({ types }) => types.length);
  };
  expect(beat()).toEqual([1, 1, 1]);
  closeOne?.();
  expect(beat()).toEqual([1, 2, 2]);
  closeTwo?.();
  expect([beat(), unsubscribe.mock.calls.length]).toEqual([[1, 2, 3], 0]);
  closeUnix?.();
  expect([beat(), unsubscribe.mock.calls.length]).toEqual([[1, 2, 3], 1]);
  streams.open(account, 'RFC3339', () => one);
  expect([beat(), subscribed.mock.calls.length]).toEqual([[2, 2, 3], 2]);
  expect(one.types).toEqual(['HEARTBEAT', 'HEARTBEAT']);
});
