import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../../../src/core/base/input-error.js';
import { formatRfc3339, mustParse } from '../../../../../../src/core/time/instant.js';
import type { RawDisguise } from '../../../../../../src/data/storage/scenario/disguise/read-disguise.js';
import {
  disguiseFacts,
  disguiseLines,
} from '../../../../../../src/data/storage/scenario/disguise-use/disguise-facts.js';
import type { LoadOptions } from '../../../../../../src/data/storage/scenario/given/load-options.js';
import { loadScenario } from '../../../../../../src/data/storage/scenario/scenario-file.js';
import { temporaryFolder } from '../../../../../support/files/temporary.js';

const FRIDAY = '2024-03-08T15:00:00Z';
const SCENARIO = `version: 1
name: worn
window: { from: 2024-03-04T00:00:00Z, to: 2024-03-09T00:00:00Z }
market:
  EUR_USD:
    ticks: t.csv
    halts: [{ from: 2024-03-05T10:00:00Z, to: 2024-03-05T11:00:00Z }]
  USD_JPY: { ticks: y.csv }
  EUR_JPY: { ticks: e.csv }
events: news.csv
accounts:
  - { currency: USD, balance: "10000", risk: { maximumUnits: { EUR_USD: "8000" } } }
timeline:
  - at: 2024-03-05T12:00:00Z
    create:
      {
        type: LIMIT,
        instrument: EUR_USD,
        units: "1000",
        price: "1.08000",
        gtdTime: "2024-03-06T10:00:00+02:00",
        timeInForce: GTD,
        takeProfitOnFill: { price: "1.10000" },
      }
    as: entry
  - { at: +1h, replace: entry, with: { type: LIMIT, instrument: EUR_USD, units: "800", price: "1.07" } }
  - { at: +1h, tick: { instrument: USD_JPY, bid: 151.002, ask: 151.004 , time: ${FRIDAY} } }
`;

function fileWith(disguise = ''): string {
  const folder = temporaryFolder();
  const rows = (bid: string, ask: string) =>
    `time,bid,ask\n2024-03-04T00:00:00Z,${bid},${ask}\n2024-03-08T14:00:00Z,${bid},${ask}\n`;
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 't.csv'), rows('1.08505', '1.08520'));
  writeFileSync(join(folder, 'y.csv'), rows('151.002', '151.004'));
  writeFileSync(join(folder, 'e.csv'), rows('163.002', '163.004'));
  writeFileSync(
    join(folder, 'news.csv'),
    'time,currency,impact,name\n2024-03-08T13:30:00Z,EUR,high,CPI\n',
  );
  writeFileSync(join(folder, 's.yaml'), SCENARIO + disguise);
  return join(folder, 's.yaml');
}

const worn = (disguise: RawDisguise, options: LoadOptions = {}) =>
  loadScenario(fileWith(), { ...options, overrides: { disguise } });

async function refusal(disguise: RawDisguise): Promise<string> {
  const loading = worn(disguise);
  return loading.then(
    () => 'loaded',
    (error: unknown) => (error instanceof InputError ? error.message : String(error)),
  );
}

describe('a disguised scenario', () => {
  it('moves window, ticks, halts, events and the timeline by the same weeks', async () => {
    const { scenario } = await loadScenario(fileWith('disguise: { weeks: 52 }\n'));
    const [entry] = scenario.market;
    expect(formatRfc3339(scenario.from)).toBe('2025-03-03T00:00:00.000000000Z');
    expect(entry?.ticks?.windows[0]?.columns().time[0]).toBe(mustParse('2025-03-03T00:00:00Z'));
    expect(entry?.halts[0]?.from).toBe(mustParse('2025-03-04T10:00:00Z'));
    expect(scenario.events?.[0]?.at).toBe(mustParse('2025-03-07T13:30:00Z'));
    expect(scenario.timeline[0]).toMatchObject({
      at: mustParse('2025-03-04T12:00:00Z'),
      command: { order: { gtdTime: '2025-03-05T10:00:00+02:00', price: '1.08000' } },
    });
  });

  it('names currencies alike in instruments, accounts and events', async () => {
    const { scenario } = await worn({ names: { EUR_USD: 'EAA_USD', USD_JPY: 'USD_LLL' } });
    expect(scenario.market.map(({ instrument }) => instrument.name)).toEqual([
      'EAA_USD',
      'USD_LLL',
      'EAA_LLL',
    ]);
    expect(scenario.events?.[0]?.currency).toBe('EAA');
    expect(scenario.accounts[0]?.risk?.maximumUnits?.instruments).toEqual({ EAA_USD: '8000' });
    expect(scenario.market[0]?.instrument.displayName).toBe('EAA/USD');
  });

  it('scales prices, divides units, and lets crosses follow', async () => {
    const { scenario } = await worn({ scale: { EUR_USD: '1.6' } });
    const [euro, yen, cross] = scenario.market.map(({ instrument }) => instrument);
    const [columns, , crossed] = scenario.market.map(({ ticks }) => ticks?.windows[0]?.columns());
    expect(euro).toMatchObject({ displayPrecision: 6, tradeUnitsPrecision: 3 });
    expect(columns?.bid[0]).toBe(1_736_080);
    expect(yen).toMatchObject({ displayPrecision: 3, tradeUnitsPrecision: 0 });
    expect(cross).toMatchObject({ displayPrecision: 4, tradeUnitsPrecision: 3 });
    expect(crossed?.bid[0]).toBe(2_608_032);
    expect(scenario.timeline[0]).toMatchObject({
      command: {
        order: { units: '625', price: '1.728', takeProfitOnFill: { price: '1.76' } },
      },
    });
    expect(scenario.timeline[1]).toMatchObject({ command: { order: { units: '500' } } });
    expect(scenario.accounts[0]?.risk?.maximumUnits?.instruments).toEqual({ EUR_USD: '5000' });
  });

  it('moves the decimal point for a power of ten and keeps the points', async () => {
    const { scenario } = await worn({ scale: { USD_JPY: '10' } });
    const [, yen] = scenario.market;
    expect(yen?.instrument).toMatchObject({ displayPrecision: 2, pipLocation: -1 });
    expect(yen?.ticks?.windows[0]?.columns().bid[0]).toBe(151_002);
  });

  it('records the weeks that it found, and loads the same from them', async () => {
    const file = fileWith();
    const asked = { disguise: { asOf: '2026-03-05T12:00:00Z' } };
    const found = await loadScenario(file, { overrides: asked, begin: 'asOf' });
    expect(found.overrides).toEqual({ disguise: { weeks: 104 } });
    expect(formatRfc3339(found.scenario.from)).toBe('2026-03-05T12:00:00.000000000Z');
    const { from, to } = found.scenario;
    const again = await loadScenario(file, {
      overrides: found.overrides ?? {},
      window: { from, to },
    });
    expect(again.scenario.timeline).toEqual(found.scenario.timeline);
    expect(again.part).toEqual(found.part);
  });

  it('begins at the same hour of the last open day where the market is closed', async () => {
    const closed = { asOf: '2026-03-07T10:00:00Z' };
    const found = await worn(closed, { begin: 'open' });
    expect(formatRfc3339(found.scenario.from)).toBe('2026-03-06T10:00:00.000000000Z');
    const open = await worn({ asOf: '2026-03-06T10:00:00Z' }, { begin: 'open' });
    expect(formatRfc3339(open.scenario.from)).toBe('2026-03-06T10:00:00.000000000Z');
  });

  it('says what it did, and names the days on which a clock stands differently', async () => {
    expect(disguiseFacts(await worn({ names: { EUR_USD: 'EAA_USD' } }))).toMatchObject({
      weeks: 0,
      names: { EUR_USD: 'EAA_USD', EUR_JPY: 'EAA_JPY' },
      unlikeDays: [],
    });
    const lines = disguiseLines(await worn({ weeks: 20 }));
    expect(lines.join('\n')).toContain('on 5 days');
    expect(lines.join('\n')).toContain('2024-03-04 to 2024-03-08');
  });

  it('refuses what would change more than it says', async () => {
    expect(await refusal({ weeks: 1, asOf: '2026-03-05T12:00:00Z' })).toContain('with weeks');
    expect(await refusal({ asOf: 'tomorrow' })).toContain('RFC 3339');
    expect(await refusal({ weeks: 5_000 })).toContain('1970 and 2100');
    expect(await refusal({ names: { EUR_GBP: 'AAA_GBP' } })).toContain('has no EUR_GBP');
    expect(await refusal({ names: { EUR_USD: 'euro' } })).toContain('a name like EUR_USD');
    expect(await refusal({ names: { EUR_USD: 'EAA_USD', EUR_JPY: 'EBB_JPY' } })).toContain(
      'a second name',
    );
    expect(await refusal({ names: { EUR_USD: 'JPY_USD' } })).toContain('the same name, JPY');
    expect(await refusal({ names: { EUR_USD: 'ZZZ_USD' } })).toContain('alphabetical order');
    expect(await refusal({ scale: '1.7' })).toContain('whose inverse is one too');
    expect(await refusal({ scale: '1.6' })).toContain('it follows that it is 2.56');
    expect(await refusal({ scale: { EUR_USD: '1.0000128' } })).toContain('inverse');
    expect(await refusal({ scale: { EUR_USD: '0.03125' } })).toContain('10 decimals');
  });
});
