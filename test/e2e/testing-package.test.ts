import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';

/** `orrery-fx/testing` as a user's project finds it: its types under both kinds of resolution, and its code. */

const USE = `import {
  type BotRun, type CampaignResult, type OrreryMatchers, orreryMatchers, RefusedError, runBot, runCampaign,
  startServer, type Transaction,
} from 'orrery-fx/testing';

export async function use(): Promise<readonly Transaction[]> {
  await using server = await startServer({ scenario: { market: { EUR_USD: { ticks: [['2024-03-05T10:00:00Z', '1.1', '1.2']] } } } });
  await using simulation = await server.simulation({ clock: 'manual' });
  const now: string = await simulation.clock.advance('1h');
  const answer = await simulation.account.request<{ readonly orders: readonly object[] }>('GET', now);
  const orders: readonly object[] = answer.body.orders;
  for await (const step of simulation.clock.steps('1m')) step.slice(orders.length);
  const run: BotRun = await runBot(['node', 'bot.mjs'], { clock: 'on-poll', step: 'M5' });
  const found: CampaignResult = await runCampaign(({ wait }) => wait(1), { properties: ['alive'] });
  if (found.kind === 'broken') await simulation.faults.add(found.faults[0] ?? {});
  const matchers: OrreryMatchers<void> | undefined = undefined;
  const error: Error = new RefusedError('', 400);
  orreryMatchers.toHaveFilled(run, { units: 100, time: new Date() });
  // @ts-expect-error the event is not one of those that exist
  await simulation.clock.until('fills');
  // @ts-expect-error a bot is run with an array of words
  await runBot('node bot.mjs');
  return matchers === undefined && error ? run.ledger : simulation.ledger();
}
`;

/** A project that has the package among its own. */
function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules', 'orrery-fx'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'use.ts'), USE);
  return folder;
}

/** The messages of the compiler for a project without types of Node, and the files that it read. */
function compiled(options: ts.CompilerOptions): { messages: string[]; files: string[] } {
  const program = ts.createProgram([join(project(), 'use.ts')], {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    types: [],
    strict: true,
    noEmit: true,
    ...options,
  });
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  return { messages, files: program.getSourceFiles().map(({ fileName }) => fileName) };
}

const NODENEXT = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};
const BUNDLER = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

describe('orrery-fx/testing in a project', () => {
  it.each([
    ['NodeNext', NODENEXT],
    ['Bundler', BUNDLER],
  ])('has types under %s that need no other package', (_name, options) => {
    const { messages, files } = compiled(options);
    expect(messages).toEqual([]);
    const own = files.map(file => relative(ROOT, file)).filter(file => file.startsWith('dist'));
    expect(own).toContain('dist/testing/testing.d.ts');
    // These folders are in the package.
    expect(own.filter(file => !/^dist\/(testing|core)\//.test(file))).toEqual([]);
  });

  it('runs', () => {
    const script = `import { startServer } from 'orrery-fx/testing';
const server = await startServer();
const simulation = await server.simulation();
await simulation.clock.until('tick');
const { status } = await simulation.account.order({ type: 'MARKET', instrument: 'EUR_USD', units: '1' });
console.log(status, simulation.account.units('EUR_USD'));
await server.close();`;
    const args = ['--input-type=module', '--eval', script];
    const output = execFileSync(process.execPath, args, { cwd: project(), encoding: 'utf8' });
    expect(output).toBe('201 1\n');
  });
});
