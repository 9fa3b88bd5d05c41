import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFile } from '../../../../support/files/temporary.js';
import { printedBy } from '../../../../support/process/in-process.js';

const SESSION = 'data/sessions/sample.ndjson';

afterEach(() => {
  process.exitCode = undefined;
});

describe('orrery parity', () => {
  it('prints a score of the answers of a session, and 0', async () => {
    const printed = await printedBy('parity', SESSION);
    expect(printed).toMatch(
      /│ all, each kind once +│ +\d+ │ +\d+ │ 100.0 % │ +100.0 % │ +\d+ │ +\d+ │ +0 │/,
    );
    expect(printed).toContain('0 unexpected differences');
    expect(process.exitCode).toBeUndefined();
  });

  it('names an unexpected difference, and ends with 1', async () => {
    const body = '{"lastTransactionID":"x","orders":[]}';
    const file = temporaryFile('a.json', body);
    const printed = await printedBy('parity', file);
    expect(printed).toContain('a.json: listOrders 200: lastTransactionID: form: expected text as');
    expect(process.exitCode).toBe(1);
    const document = JSON.parse(await printedBy('parity', file, '--json'));
    expect(document.differences[0]).toMatchObject({ path: 'lastTransactionID', found: '"x"' });
  });

  it('refuses a folder without recordings', async () => {
    await expect(printedBy('parity', 'test/unit/cli/flags')).rejects.toThrow(/no recorded bodies/);
  });
});

describe('orrery compare', () => {
  it('prints each difference with its cause, and ends with 1', async () => {
    const printed = await printedBy('compare', SESSION);
    expect(printed).toContain('fills: 3 of 3 matched');
    expect(printed).toMatch(/ORDER_FILL +│ price .* spread /);
    expect(printed).toContain('2 differences');
    expect(process.exitCode).toBe(1);
    const { causes } = JSON.parse(await printedBy('compare', SESSION, '--json'));
    expect(causes).toEqual({ spread: 1, 'earlier difference': 1 });
  });

  it('refuses what is no session', async () => {
    const other = temporaryFile('a.jsonl', '{"kind":"order","at":"2024"}\n');
    await expect(printedBy('compare', other)).rejects.toThrow('a.jsonl:1: must begin a captured');
    await expect(printedBy('compare', 'none.jsonl')).rejects.toThrow('none.jsonl: no such file');
    const head = '{"kind":"capture","version":1,"at":"2024","url":"","streamUrl":""}\n';
    await expect(printedBy('compare', temporaryFile('b.jsonl', head))).rejects.toThrow(
      /has no answer that says how the account stood/,
    );
  });
});

describe('orrery capture', () => {
  it('refuses a file that exists, and what is no host', async () => {
    const flags = ['capture', '--url', 'http://127.0.0.1:9', '--out', SESSION];
    await expect(printedBy(...flags)).rejects.toThrow(`--out: ${SESSION} exists`);
    for (const url of ['ftp://a', 'https://a/v3', 'https://name:password@a', 'https://a?token=b']) {
      await expect(printedBy('capture', '--url', url, '--out', 'x')).rejects.toThrow(
        /--url: must be an http or https URL without a path/,
      );
    }
  });
});
