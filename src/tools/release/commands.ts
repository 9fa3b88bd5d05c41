/** Commands of a release: run to their end, with what they print. */

import { spawnSync } from 'node:child_process';

/** Where a command runs. */
export interface CommandSetting {
  readonly folder: string;
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a command and gives what it prints on stdout.
 * @throws Error with its words and its last lines when it ends with another code than 0.
 */
export function run(
  command: string,
  args: readonly string[],
  { folder, env }: CommandSetting,
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (error === undefined && status === 0) return stdout;
  const said = `${stdout}${stderr}`.trim().split('\n').slice(-20).join('\n');
  throw new Error(
    `${[command, ...args].join(' ')} ended with ${status ?? error?.message}\n${said}`,
  );
}
