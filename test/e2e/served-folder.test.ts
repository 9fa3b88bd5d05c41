import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf } from '../support/files/files-of.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { printedBy } from '../support/process/in-process.js';
import { scenario } from '../support/process/orrery.js';
import { control, order, type ServedAccount } from '../support/process/over-control.js';
import { serve } from '../support/process/served.js';

/** A picture of one point. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPgPAAEDAQDZqt2ZAAAAAElFTkSuQmCC';

/** The notes in a folder. */
function notesIn(folder: string): unknown[] {
  const lines = readFileSync(join(folder, 'notes.ndjson'), 'utf8').trimEnd().split('\n');
  return lines.map(line => JSON.parse(line));
}

/** Everything that reads the folder of a run accepts it. */
async function expectRun(folder: string): Promise<void> {
  expect(await printedBy('verify', folder)).toMatch(/^identical sha256:/);
  expect(await printedBy('diff', folder, folder)).toBe('identical\n');
  const page = pageOf(folder);
  rmSync(join(folder, 'report.html'));
  await printedBy('report', folder);
  expect(pageOf(folder)).toBe(page);
}

function pageOf(folder: string): string {
  return readFileSync(join(folder, 'report.html'), 'utf8');
}

it('serve --out writes the very folder of run --out, also for a store and a fork', async () => {
  const root = temporaryFolder();
  const [served, ran, store] = ['served', 'ran', 'store'].map(name => join(root, name)) as [
    string,
    string,
    string,
  ];
  const flags = ['--clock', 'manual', '--timeline', '--out', served, '--store', store];
  const server = await serve([scenario('take-profit'), ...flags]);
  await control(server, 'POST', 'clock/advance', { by: '1m' });
  const { body: fork } = await control(server, 'POST', 'fork', {});
  const [account] = fork.accounts as [ServedAccount];
  expect((await order(server, account)).status).toBe(201);
  const note = { text: '<b>why</b>', picture: `data:image/png;base64,${PNG}` };
  await control(server, 'POST', `simulations/${fork.id}/notes`, note);
  await control(server, 'POST', `simulations/${fork.id}/notes`, { text: 'no picture' });
  const report = await control(server, 'POST', `simulations/${fork.id}/report`);
  expect([report.status, report.text]).toEqual([200, JSON.stringify({ folder: `${served}-s1` })]);
  const { body: clock } = await control(server, 'GET', 'clock');
  await control(server, 'POST', 'clock/advance', { to: clock.to });
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.log()).toBe(`${served}\n`);

  await printedBy('run', scenario('take-profit'), '--out', ran);
  expect(filesOf(served)).toEqual(filesOf(ran));
  await expectRun(served);
  await expectRun(`${served}-s1`);
  expect(readFileSync(join(`${served}-s1`, 'journal.ndjson'), 'utf8')).toContain(account.id);
  expect(notesIn(`${served}-s1`)).toMatchObject([
    { id: '1', text: '<b>why</b>', picture: 'note-1.png' },
    { id: '2', text: 'no picture' },
  ]);
  expect(readFileSync(join(`${served}-s1`, 'note-1.png')).toString('base64')).toBe(PNG);
  const [page, without] = [pageOf(`${served}-s1`), pageOf(served)];
  for (const part of ['&lt;b&gt;why&lt;/b&gt;', `src="data:image/png;base64,${PNG}"`, '#notes']) {
    expect(page).toContain(part);
    expect(without).not.toContain(part);
  }
});
