import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../../src/core/base/input-error.js';
import { parseDocument } from '../../../../../src/data/storage/document/document.js';
import { loadScenario } from '../../../../../src/data/storage/scenario/scenario-file.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

const TICKS =
  'time,bid,ask\n2024-03-05T10:00:00Z,1.08505,1.08520\n2024-03-05T11:00:00Z,1.08600,1.08615\n';

/** A folder with ticks and one scenario; `package.json` makes it a tree of its own. */
function folderWith(
  scenario: string,
  name = 's.yaml',
): { readonly folder: string; readonly file: string } {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 't.csv'), TICKS);
  const file = join(folder, name);
  writeFileSync(file, scenario);
  return { folder, file };
}

const GOOD = `version: 1
name: good
market:
  EUR_USD: { ticks: t.csv }
`;

/** The good scenario with a map as hours. */
function hoursOf(map: string): string {
  return GOOD.replace('t.csv', `t.csv, hours: { ${map} }`);
}

async function refusal(scenario: string): Promise<string> {
  const { folder, file } = folderWith(scenario);
  try {
    await loadScenario(file);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message.replace(`${folder}/`, '');
  }
  throw new Error('was accepted');
}

describe('bad scenario files', () => {
  it.each<[string, string, string]>([
    [
      'unknown key',
      `${GOOD}tmeline: []\n`,
      's.yaml:5:10: tmeline: unknown key (did you mean timeline?)',
    ],
    [
      'unknown key inside',
      `${GOOD}accounts: [{ ballance: 1 }]\n`,
      'accounts[0].ballance: unknown key (did you mean balance?)',
    ],
    ['missing key', 'version: 1\nmarket: { EUR_USD: { ticks: t.csv } }\n', 'missing key name'],
    [
      'wrong version',
      GOOD.replace('version: 1', 'version: 2'),
      's.yaml:1:10: version: must be equal to constant, was 2',
    ],
    [
      'unknown instrument',
      GOOD.replace('EUR_USD', 'EUR_USS'),
      'market.EUR_USS: unknown instrument (did you mean EUR_USD?)',
    ],
    [
      'enum',
      `${GOOD}accounts: [{ financing: DAYLI }]\n`,
      'must be one of NO_FINANCING, DAILY, SECOND_BY_SECOND, DAILY_INSTRUMENT, SECOND_BY_SECOND_INSTRUMENT, was DAYLI (did you mean DAILY?)',
    ],
    [
      'window outside the data',
      `${GOOD}window: { from: 2025-01-01T00:00:00Z, to: 2025-01-02T00:00:00Z }\n`,
      'window: has no tick in it: the ticks are from 2024-03-05T10:00:00.000000000Z to 2024-03-05T11:00:00.000000000Z',
    ],
    [
      'window backwards',
      `${GOOD}window: { from: 2024-03-05T11:00:00Z, to: 2024-03-05T10:00:00Z }\n`,
      'window.to: must be after from',
    ],
    [
      'time without a zone',
      `${GOOD}window: { from: "2024-03-05T11:00:00" }\n`,
      'window.from: must be an RFC 3339 time with a zone, such as 2024-03-05T10:00:00Z, was 2024-03-05T11:00:00',
    ],
    [
      'zone that does not exist',
      GOOD.replace('t.csv }', 't.csv, timeZone: Mars/Olympus }'),
      'market.EUR_USD.timeZone: unknown time zone Mars/Olympus',
    ],
    [
      'missing tick file',
      GOOD.replace('t.csv', 'nope.csv'),
      'market.EUR_USD.ticks: no such file: nope.csv',
    ],
    ['path out of the tree', GOOD.replace('t.csv', '../../etc/passwd'), 'market.EUR_USD.ticks: '],
    [
      'absolute path',
      GOOD.replace('t.csv', '/etc/passwd'),
      "is outside the scenario's project: /etc/passwd (--allow-path",
    ],
    ['no file there', GOOD.replace('t.csv', '/etc/no-such'), "is outside the scenario's project"],
    ['proc', GOOD.replace('t.csv', '/proc/self/environ'), "is outside the scenario's project"],
    ['device', GOOD.replace('t.csv', '/dev/zero'), "is outside the scenario's project"],
    [
      'no chain home',
      `${GOOD}accounts: [{ currency: JPY }]\n`,
      'accounts[0].currency: the market has no chain of pairs that converts EUR of EUR_USD into JPY; add EUR_JPY to the market',
    ],
    [
      'double account',
      `${GOOD}accounts: [{ id: 101-001-1-001 }, { id: 101-001-1-001 }]\n`,
      'accounts[1].id: must be unique',
    ],
    [
      'negative balance',
      `${GOOD}accounts: [{ balance: -5 }]\n`,
      'accounts[0].balance: must not be negative, was -5',
    ],
    [
      'balance that is no number',
      `${GOOD}accounts: [{ balance: "1e5" }]\n`,
      'accounts[0].balance: must be a plain decimal, was 1e5',
    ],
    [
      'two verbs',
      `${GOOD}timeline: [{ at: 2024-03-05T10:00:01Z, cancel: 1, closeTrade: 2 }]\n`,
      'timeline[0]: must have one of create, replace',
    ],
    ['no verb', `${GOOD}timeline: [{ at: 2024-03-05T10:00:01Z }]\n`, 'was none'],
    [
      'unknown name',
      `${GOOD}timeline: [{ at: 2024-03-05T10:00:01Z, cancel: entri }]\n`,
      'timeline[0].cancel: must be the name of an earlier entry of the account, an id or @clientID, was entri',
    ],
    [
      'entry before the one above',
      `${GOOD}timeline: [{ at: 2024-03-05T10:30:00Z, resetPL: true }, { at: 2024-03-05T10:00:00Z, resetPL: true }]\n`,
      'timeline[1].at: must not be before the entry above',
    ],
    [
      'entry outside the window',
      `${GOOD}timeline: [{ at: 2024-03-06T10:30:00Z, resetPL: true }]\n`,
      'timeline[0].at: must be inside the window',
    ],
    [
      'bad duration',
      `${GOOD}timeline: [{ at: +4x, resetPL: true }]\n`,
      'timeline[0].at: must be + and a duration, such as +4h, was +4x',
    ],
    [
      'bad latency',
      `${GOOD}execution: { latency: fast }\n`,
      'execution.latency: must be a duration such as 50ms, was fast',
    ],
    [
      'bad reject rate',
      `${GOOD}execution: { rejectRate: 1.5 }\n`,
      'execution.rejectRate: must be from 0 to 1, was 1.5',
    ],
    [
      'bad delay of candles',
      `${GOOD}execution: { candleDelay: { min: 45s, max: 1s } }\n`,
      'execution.candleDelay: must be next-price, a duration such as 5s of at most 1h, or min and a larger max, was {"min":"45s","max":"1s"}',
    ],
    [
      'bad return of liquidity',
      `${GOOD}execution: { liquidity: { regenerate: 0s } }\n`,
      'execution.liquidity.regenerate: must be a duration above 0 such as 30s, was 0s',
    ],
    ['1e400', `${GOOD}seed: 1e400\n`, 's.yaml:5:7: must be a plain decimal number, was 1e400'],
    ['.nan', `${GOOD}seed: .nan\n`, 'must be a plain decimal number, was .nan'],
    ['octal', `${GOOD}seed: 012\n`, 'must be a plain decimal number, was 012'],
    ['hex', `${GOOD}seed: 0x1F\n`, 'must be a plain decimal number, was 0x1F'],
    [
      'duplicate keys',
      `${GOOD}name: twice\n`,
      's.yaml:5:1: Map keys must be unique, was name also on line 2',
    ],
    ['alias bomb', `${GOOD}description: &a x\nstrategy: { use: *a }\n`, 'anchors are not allowed'],
    ['merge key', `${GOOD}accounts: [{ <<: { balance: 1 } }]\n`, 'merge keys are not allowed'],
    ['tag', `${GOOD}description: !!js/function "x"\n`, 's.yaml:5'],
    [
      'deep nesting',
      `${GOOD}strategy: { use: x, params: ${'{ a: '.repeat(60)}1${' }'.repeat(60)} }\n`,
      'must not be nested deeper than 32',
    ],
    [
      'unknown word for hours',
      GOOD.replace('t.csv', 't.csv, hours: alway'),
      's.yaml:4:35: market.EUR_USD.hours: must be one of default, always, as-recorded, was alway (did you mean always?)',
    ],
    [
      'unknown key of hours',
      hoursOf('weekOpen: Sunday 17:00, weekClose: Friday 17:00, dailybreak: {}'),
      'market.EUR_USD.hours.dailybreak: unknown key (did you mean dailyBreak?)',
    ],
    [
      'hours without an end',
      hoursOf('weekOpen: Sunday 17:00'),
      'market.EUR_USD.hours: missing key weekClose',
    ],
    [
      'hours that are a list',
      GOOD.replace('t.csv', 't.csv, hours: [always]'),
      'market.EUR_USD.hours: must be text or a map',
    ],
    [
      'weekday that is none',
      hoursOf('weekOpen: Sun 17:00, weekClose: Friday 17:00'),
      'market.EUR_USD.hours.weekOpen: must be a weekday and a time, such as Sunday 17:00, was Sun 17:00 (did you mean Sunday?)',
    ],
    [
      'hour that is none',
      hoursOf('weekOpen: Sunday 17:00, weekClose: Friday 24:00'),
      's.yaml:4:72: market.EUR_USD.hours.weekClose: must be a weekday and a time, such as Sunday 17:00, was Friday 24:00',
    ],
    [
      'week without an end',
      hoursOf('weekOpen: Sunday 17:00, weekClose: Sunday 17:00'),
      'market.EUR_USD.hours.weekClose: must differ from weekOpen; for a market that never closes write `hours: always`',
    ],
    [
      'break at no time',
      hoursOf(
        'weekOpen: Sunday 17:00, weekClose: Friday 17:00, dailyBreak: { from: 17:00, to: 25:00 }',
      ),
      'market.EUR_USD.hours.dailyBreak.to: must be a time from 00:00 to 23:59, was 25:00',
    ],
    [
      'break without a length',
      hoursOf(
        'weekOpen: Sunday 17:00, weekClose: Friday 17:00, dailyBreak: { from: 17:00, to: 17:00 }',
      ),
      'market.EUR_USD.hours.dailyBreak.to: must differ from `from`',
    ],
    [
      'zone of hours',
      hoursOf('weekOpen: Sunday 17:00, weekClose: Friday 17:00, timeZone: Mars/Base'),
      'market.EUR_USD.hours.timeZone: unknown time zone Mars/Base',
    ],
    [
      'hours said twice',
      GOOD.replace('t.csv', 't.csv, hours: always, instrument: { alwaysOpen: true }'),
      'market.EUR_USD.instrument.alwaysOpen: cannot be given with hours',
    ],
    [
      'override of a break at no time',
      GOOD.replace('t.csv', 't.csv, instrument: { dailyBreak: { from: 99:99, to: 18:00 } }'),
      'market.EUR_USD.instrument.dailyBreak.from: must be a time from 00:00 to 23:59, was 99:99',
    ],
    ['several documents', `${GOOD}---\n${GOOD}`, 'must be one document, was several'],
    ['prototype key', `${GOOD}__proto__: { polluted: true }\n`, 'unknown key'],
    [
      'missing strategy',
      `${GOOD}strategy: { use: ./none.ts }\n`,
      'strategy.use: no such file: ./none.ts',
    ],
    ['no YAML', 'version: [1\n', 's.yaml:'],
    ['empty', '', 's.yaml: is empty'],
  ])('%s', async (_name, scenario, message) => {
    expect(await refusal(scenario)).toContain(message);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('a name belongs to the account of its entry', async () => {
    const accounts = 'accounts: [{ id: 101-001-1-001 }, { id: 101-001-1-002 }]\n';
    const at = 'at: 2024-03-05T10:00:01Z';
    const create = `{ ${at}, as: entry, create: { type: MARKET, instrument: EUR_USD, units: 1 } }`;
    const close = `{ ${at}, account: 101-001-1-002, closeTrade: entry }`;
    expect(await refusal(`${GOOD}${accounts}timeline: [${create}, ${close}]\n`)).toContain(
      'timeline[1].closeTrade: must be the name of an earlier entry of the account',
    );
  });

  it('a bad tick row is named by the file as the scenario names it', async () => {
    const { folder, file } = folderWith(GOOD);
    writeFileSync(join(folder, 't.csv'), `${TICKS}2024-03-05T12:00:00Z,1.2,1.1\n`);
    await expect(loadScenario(file)).rejects.toMatchObject({
      kind: 'data',
      message: 't.csv:4:22: bid: must not be above ask, was 1.2 over 1.1',
    });
  });

  it('volumes in millions are noticed, and taken as such when that is said', async () => {
    const { folder, file } = folderWith(GOOD);
    const rows = ['2024-03-05T10:00:00Z,1.08505,1.08520,1.5,2', '2024-03-05T11:00:00Z,1.1,1.2,3,4'];
    const header = 'time,bid,ask,bid_volume,ask_volume';
    writeFileSync(join(folder, 't.csv'), `${header}\n${rows.join('\n')}\n`);
    await expect(loadScenario(file)).rejects.toMatchObject({
      kind: 'data',
      message: expect.stringMatching(
        /^t\.csv:2:38: bid_volume: must be whole units, was 1\.5; write volumes: millions/,
      ),
    });
    writeFileSync(file, GOOD.replace('t.csv }', 't.csv, volumes: millions }'));
    const { ticks } = await loadScenario(file);
    expect(ticks[0]?.file.windows[0]?.columns().bidVolume?.[0]).toBe(1_500_000);
    writeFileSync(file, GOOD.replace('t.csv }', 't.csv, volumes: lots }'));
    await expect(loadScenario(file)).rejects.toThrow(
      'market.EUR_USD.volumes: must be one of units, millions, was lots',
    );
  });

  it('a symbolic link out of the tree is followed before it is judged', async () => {
    const { folder, file } = folderWith(GOOD.replace('t.csv', 'link.csv'));
    symlinkSync('/etc/hostname', join(folder, 'link.csv'));
    await expect(loadScenario(file)).rejects.toThrow(
      "is outside the scenario's project: link.csv, a link to /etc/hostname (--allow-path /etc permits its folder)",
    );
    // Who sends a scenario is not told where links of the server lead.
    await expect(loadScenario(file, { within: folder })).rejects.toThrow(
      "is outside the scenario's project: link.csv (--allow-path permits its folder)",
    );
  });

  it('a pipe is no tick file', async () => {
    const { folder, file } = folderWith(GOOD.replace('t.csv', 'pipe.csv'));
    execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
    await expect(loadScenario(file)).rejects.toThrow('is not a regular file');
  });

  it('a scenario larger than 1 MiB is not read', async () => {
    const { file } = folderWith(`${GOOD}description: ${'x'.repeat(1_100_000)}\n`);
    await expect(loadScenario(file)).rejects.toThrow('must be at most 1048576 bytes');
  });
});

describe('good scenario files', () => {
  it('keep the digits of numbers as written', () => {
    const { data } = parseDocument('s.yaml', 'a: 1.08400\nb: "1.0"\nc: 20\n');
    expect(data).toEqual({ a: '1.08400', b: '1.0', c: 20 });
  });

  it('take their window from the ticks and one account by default', async () => {
    const { scenario } = await loadScenario(folderWith(GOOD).file);
    expect(scenario.to - scenario.from).toBe(3_600_000_001);
    expect(scenario.accounts).toMatchObject([
      { id: '101-001-1000001-001', currency: 'USD', balance: '100000', hedging: false },
    ]);
  });

  it('may have nulls in the parts of requests, which count as not given', async () => {
    const entries = [
      'create: { type: TAKE_PROFIT, tradeID: null, price: 1.2, clientExtensions: null }',
      'tradeOrders: "5", with: { takeProfit: null, stopLoss: { price: 1, distance: null } }',
      'closePosition: EUR_USD, with: { longUnits: 5, shortUnits: null }',
    ].map(entry => `  - { at: 2024-03-05T10:00:01Z, ${entry} }\n`);
    const { scenario } = await loadScenario(
      folderWith(`${GOOD}timeline:\n${entries.join('')}`).file,
    );
    expect(scenario.timeline).toMatchObject([
      { command: { order: { type: 'TAKE_PROFIT', price: '1.2' } } },
      { command: { takeProfit: null, stopLoss: { price: 1 } } },
      { command: { longUnits: '5' } },
    ]);
  });

  it('may be JSON', async () => {
    const text = JSON.stringify({ version: 1, name: 'j', market: { EUR_USD: { ticks: 't.csv' } } });
    const { scenario } = await loadScenario(folderWith(text, 's.json').file);
    expect(scenario.name).toBe('j');
  });

  it('may read beside their tree when allowed', async () => {
    const { folder } = folderWith(GOOD);
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'package.json'), '{}');
    const file = join(folder, 'inner', 's.yaml');
    writeFileSync(file, GOOD.replace('t.csv', '../t.csv'));
    await expect(loadScenario(file)).rejects.toThrow("is outside the scenario's project");
    await expect(loadScenario(file, { allowPath: [folder] })).resolves.toBeDefined();
  });
});
