/** Runs the snippets of a page in a folder of its own, in one shell. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { MAIN, ROOT } from '../files/paths.js';
import { temporaryFolder } from '../files/temporary.js';
import type { Snippet } from './fences.js';
import { outputsOf, scriptOf } from './page-script.js';

const HOST = join(ROOT, 'test', 'support', 'docs', 'orrery-host.mjs');
const PRELUDE = readFileSync(join(ROOT, 'test', 'support', 'docs', 'prelude.sh'), 'utf8');

/** The Python package of the checkout, as if it were installed. */
const PYTEST = {
  PYTHONPATH: join(ROOT, 'python', 'src'),
  PYTEST_PLUGINS: 'orrery_fx.plugin',
  PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  ORRERY_COMMAND: `"${process.execPath}" "${MAIN}"`,
};

/** The process in which `orrery` runs. */
export interface OrreryHost {
  readonly port: string;
  close(): void;
}

/** Starts the process in which `orrery` runs for all pages of a test file. */
export async function startHost(): Promise<OrreryHost> {
  const child: ChildProcess = spawn(process.execPath, [HOST], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface({ input: child.stdout as never }), 'line')) as [
    string,
  ];
  return { port, close: () => child.stdin?.end() };
}

/** Whether a program is on the path; `python3-numpy` is a Python that has numpy. */
export function isThere(program: string): boolean {
  const [, module] = /^python3-(\w+)$/.exec(program) ?? [];
  const found = module === undefined ? `command -v ${program}` : `python3 -c 'import ${module}'`;
  try {
    execFileSync('sh', ['-c', found], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A folder with the files that the page names, and what the package has. */
function pageFolder(files: readonly Snippet[], port: number): string {
  const folder = temporaryFolder();
  const filter = (path: string) => !path.includes('.orrery-cache');
  for (const name of ['scenarios', 'data']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter });
  }
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules', 'orrery-fx'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "page", "type": "module" }\n');
  for (const { file, text } of files) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text.replaceAll('8020', String(port)));
  }
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Runs snippets in order in one shell.
 * @param files - snippets that are files, run or not.
 * @returns what each printed, by its mark, and the exit code of the shell.
 */
export async function runPage(
  host: OrreryHost,
  snippets: readonly Snippet[],
  files: readonly Snippet[],
): Promise<ReturnType<typeof outputsOf>> {
  const port = await freePort();
  const cwd = pageFolder(files, port);
  const script = join(temporaryFolder(), 'page.sh');
  writeFileSync(script, `exec 2>&1\n${PRELUDE}\n${scriptOf(snippets, port)}`);
  const child = spawn('bash', [script], {
    cwd,
    env: {
      ...process.env,
      ...PYTEST,
      DOCS_NODE: process.execPath,
      DOCS_MAIN: MAIN,
      DOCS_HOST: host.port,
      DOCS_PORT: String(port),
      DOCS_OUTPUT: temporaryFolder(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  await once(child, 'close');
  return outputsOf(printed);
}
