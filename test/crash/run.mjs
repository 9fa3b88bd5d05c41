/**
 * `npm run crash`: processes that are killed, lost power, failing disks and damage, in thousands.
 * `npm run crash -- --all` kills at every call to the disk, and takes five times as many states.
 */

import { spawnSync } from 'node:child_process';

const isWhole = process.argv.includes('--all');
const { status } = spawnSync('vitest', ['run', '--config', 'test/crash.config.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ORRERY_CRASHES: isWhole ? '40000' : '8000',
    ORRERY_STRIDE: '1',
    ...(isWhole ? { ORRERY_ALL: '1' } : {}),
  },
});
process.exitCode = status ?? 1;
