/**
 * The three paths of a new user, each as the documentation prints it, in a folder that has the
 * tarball and nothing else: a backtest, a test, a broker for a bot.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../data/package-root.js';
import { PACKAGE_NAME } from '../../data/version.js';
import { type CommandSetting, run } from './commands.js';

/** The ledger of the quickstart, as its scenario holds it. */
const GOLDEN = /ledger: sha256:([0-9a-f]{64})/;
const TYPED = `import { runScenario, type RunResult } from '${PACKAGE_NAME}';
import type { Strategy } from '${PACKAGE_NAME}/strategy';
import { startServer } from '${PACKAGE_NAME}/testing';

export const strategy = (): Strategy => ({ candles: [{ instrument: 'EUR_USD', granularity: 'M1' }] });
export const result: Promise<RunResult> = runScenario('scenario.yaml');
export const server = startServer({ scenario: 'scenario.yaml' });
`;
/** The kind of module that the project writes, and how its compiler finds packages. */
const RESOLUTIONS = [
  ['module', 'nodenext', 'nodenext'],
  ['module', 'node16', 'node16'],
  ['module', 'esnext', 'bundler'],
  ['commonjs', 'nodenext', 'nodenext'],
  ['commonjs', 'commonjs', 'node10'],
] as const;

/**
 * Walks all three. @returns a line for each.
 * @throws Error naming the step that does not do what is printed.
 */
export async function walkThreePaths(
  tarball: string,
  place: CommandSetting,
): Promise<readonly string[]> {
  npm(place, 'install', tarball);
  const project = { ...place, folder: join(place.folder, 'my-strategy') };
  return [
    backtest(tarball, place, project),
    tests(project),
    await broker(place),
    types(place.folder),
  ];
}

function backtest(tarball: string, place: CommandSetting, project: CommandSetting): string {
  mustSay(npx(place, 'orrery', 'run', quickstart(place.folder)), hashOfQuickstart(place.folder));
  npx(place, 'orrery', 'init', 'my-strategy');
  // The version in it is published by this release; until then the tarball stands for it.
  npm(project, 'install', tarball);
  mustSay(npm(project, 'start'), 'ledger sha256:');
  mustSay(npm(project, 'run', 'study'), '6 runs, ranked by sharpe');
  return 'backtest: run of the quickstart, init, start, study';
}

function tests(project: CommandSetting): string {
  mustSay(npm(project, 'test'), 'pass 3');
  mustSay(npm(project, 'run', 'audit'), 'none changed');
  return 'test: npm test, audit';
}

/** Serves the demo and pastes what it prints. */
async function broker({ folder, env }: CommandSetting): Promise<string> {
  // Not through npx, which passes no signal on.
  const program = join('node_modules', PACKAGE_NAME, 'dist', 'bundle', 'main.js');
  const child = spawn('node', [program, 'demo', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let text = '';
    for await (const chunk of child.stdout) {
      text += chunk;
      if (text.includes('Ctrl-C stops it.')) break;
    }
    const lines = text.split('\n').map(line => line.trim());
    const pasted = (start: string) => {
      const line = lines.find(each => each.startsWith(start)) ?? 'false';
      return run('bash', ['-c', line], { folder, ...(env && { env }) });
    };
    mustSay(pasted('curl '), '"orderFillTransaction"');
    mustSay(pasted('node '), hashOfQuickstart(folder));
    const page = await fetch(lines.find(line => line.startsWith('http://')) ?? '');
    mustSay(await page.text(), '<title>Orrery</title>');
  } finally {
    child.kill('SIGINT');
    await once(child, 'exit');
  }
  return 'broker: demo, its page, an order, its backtest';
}

/** Compiles a use of all three modules as a project does that has no other types. */
function types(folder: string): string {
  const compiler = packageFile('node_modules/typescript/bin/tsc');
  mkdirSync(join(folder, 'typed'), { recursive: true });
  writeFileSync(join(folder, 'typed', 'use.ts'), TYPED);
  for (const [type, module, moduleResolution] of RESOLUTIONS) {
    writeFileSync(join(folder, 'typed', 'package.json'), JSON.stringify({ type }));
    const compilerOptions = { module, moduleResolution, target: 'es2023', strict: true };
    const options = { compilerOptions: { ...compilerOptions, types: [], noEmit: true } };
    writeFileSync(join(folder, 'typed', 'tsconfig.json'), JSON.stringify(options));
    run(process.execPath, [compiler, '-p', 'typed'], { folder });
  }
  run(process.execPath, [compiler, '-p', 'my-strategy'], { folder });
  return 'types: NodeNext, Node16, Bundler, CommonJS under NodeNext and Node10, the starter';
}

function quickstart(folder: string): string {
  return join(folder, 'node_modules', PACKAGE_NAME, 'scenarios', 'quickstart.yaml');
}

function hashOfQuickstart(folder: string): string {
  const [, hash] = GOLDEN.exec(readFileSync(quickstart(folder), 'utf8')) ?? [];
  if (hash === undefined) throw new Error('the quickstart must have a golden hash');
  return hash;
}

const npm = (place: CommandSetting, ...args: readonly string[]) =>
  run('npm', [...args, '--no-audit', '--no-fund'], place);
const npx = (place: CommandSetting, ...args: readonly string[]) => run('npx', args, place);

function mustSay(text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`must say ${part}, said:\n${text.slice(-2_000)}`);
}
