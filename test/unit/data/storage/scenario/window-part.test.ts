import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../../../../src/data/storage/scenario/scenario-file.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';
import { at } from '../../../../support/market/fixtures.js';

const TICKS = ['10:00', '11:00', '12:00', '13:00', '14:00']
  .map(time => `2024-03-05T${time}:00Z,1.08505,1.08520\n`)
  .join('');
const ORDER = '{ type: LIMIT, instrument: EUR_USD, units: "1", price: "1.0" }';
const SCENARIO = `version: 1
name: parts
window: { from: 2024-03-05T09:00:00Z, to: 2024-03-05T13:30:00Z }
market:
  EUR_USD: { ticks: t.csv }
timeline:
  - { at: 2024-03-05T10:30:00Z, create: ${ORDER}, as: early }
  - { at: +1h, replace: early, with: ${ORDER}, as: heir }
  - { at: +5m, create: ${ORDER}, as: own }
  - { at: +5m, cancel: heir }
  - { at: +5m, cancel: own }
  - { at: 2024-03-05T13:00:00Z, expect: { openTradeCount: 0 } }
expect: { account: { balance: "1" }, transactions: { ORDER_FILL: 9 }, ledger: "sha256:${'0'.repeat(64)}" }
`;
const hour = (text: string) => at(`2024-03-05T${text}:00Z`);

function load(window: { readonly from?: string; readonly to?: string }) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 't.csv'), `time,bid,ask\n${TICKS}`);
  const file = join(folder, 's.yaml');
  writeFileSync(file, SCENARIO);
  const asked = Object.fromEntries(
    Object.entries(window).map(([end, text]) => [end, hour(text)] as const),
  );
  return loadScenario(file, { window: asked });
}

const kindsOf = ({ scenario }: Awaited<ReturnType<typeof load>>) =>
  scenario.timeline.map(entry => (entry.kind === 'command' ? entry.command.type : entry.kind));

describe("another part of a scenario's ticks", () => {
  it.each([
    [{ from: '11:00' }, '11:00', '13:30'],
    [{ to: '12:00' }, '09:00', '12:00'],
  ])('is what is asked for, and the own bound where nothing is: %j', async (asked, from, to) => {
    const { scenario, part } = await load(asked);
    expect([scenario.from, scenario.to]).toEqual([hour(from), hour(to)]);
    expect(part?.own).toEqual({ from: hour('09:00'), to: hour('13:30') });
  });

  it('reaches as far as the ticks do, beyond the own window, and no further', async () => {
    const end = hour('14:00');
    const { scenario } = await load({ from: '13:00', to: '14:00' });
    expect(scenario.to).toBe(end);
    await expect(load({ to: '14:01' })).rejects.toThrow(/--to: must be within the ticks/);
    await expect(load({ from: '08:59' })).rejects.toThrow(/--from: must be within the ticks/);
    await expect(load({ from: '13:30', to: '14:00' })).rejects.toThrow(
      'there is no tick in that part',
    );
    await expect(load({ from: '12:00', to: '12:00' })).rejects.toThrow(
      /--to: the end must be after/,
    );
  });

  it('does of the timeline what lies in it and names no order that was not made', async () => {
    const loaded = await load({ from: '11:00' });
    expect(kindsOf(loaded)).toEqual(['CreateOrder', 'CancelOrder', 'expect']);
    expect(loaded.part).toMatchObject({ entries: 6, leftOut: 3 });
    const shorter = await load({ to: '11:38' });
    expect(kindsOf(shorter)).toEqual(['CreateOrder', 'ReplaceOrder', 'CreateOrder']);
  });

  it('is held against nothing that the scenario expects at its own end', async () => {
    const { scenario } = await load({ from: '11:00' });
    expect(scenario.expect).toEqual({ accounts: new Map(), transactions: new Map() });
    const own = await load({ from: '09:00', to: '13:30' });
    expect(own.part).toBeUndefined();
    expect(own.scenario.expect.ledger).toMatch(/^sha256:/);
    expect(own.scenario.timeline).toHaveLength(6);
  });
});
