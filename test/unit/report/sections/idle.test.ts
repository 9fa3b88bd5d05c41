import { describe, expect, it } from 'vitest';
import { reportHtml } from '../../../../src/report/report-html.js';
import { recordRun } from '../../../support/figures/run-record.js';

const IDLE = '101-001-1000001-002';
const HEAD = `version: 1
name: idle
market: { EUR_USD: { ticks: ROOT/scenarios/ticks/eur-usd.csv } }
accounts:
  - { id: 101-001-1000001-001, currency: USD, balance: "10000" }
  - { id: ${IDLE}, currency: EUR, balance: "500" }
`;
const TRADE =
  '{ at: 2024-03-05T10:00:01Z, create: { type: MARKET, instrument: EUR_USD, units: "1000" } }';

async function pageOf(text: string): Promise<string> {
  const { record } = await recordRun(text);
  return reportHtml(record, { script: '', style: '' });
}

describe('an account that did nothing', () => {
  it('takes one line beside one that traded', async () => {
    const page = await pageOf(`${HEAD}timeline: [${TRADE}]\n`);
    expect(page).toContain(`Account ${IDLE} did not trade; its NAV was 500.00 EUR throughout.`);
    expect(page).not.toContain(`<h3>${IDLE}</h3>`);
    expect(page).toContain('id="trades"');
  });

  it('has no empty sections when it is the only kind', async () => {
    const page = await pageOf(HEAD);
    for (const id of ['equity', 'months', 'distribution', 'groups', 'trades']) {
      expect(page).not.toContain(`id="${id}"`);
      expect(page).not.toContain(`href="#${id}"`);
    }
    expect(page).toContain('id="ledger"');
  });

  it('is no such account once money was paid in or out', async () => {
    const transfer = `{ at: 2024-03-05T10:00:01Z, account: ${IDLE}, transfer: { amount: "100" } }`;
    expect(await pageOf(`${HEAD}timeline: [${transfer}]\n`)).toContain(`<h3>${IDLE}</h3>`);
  });
});
