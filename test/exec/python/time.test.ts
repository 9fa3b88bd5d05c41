import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/files/temporary.js';
import { hasPython, PRELOAD, runPython } from '../../support/python/run-python.js';

/** Clocks and waits of one thread. 2024-01-08 00:00 UTC is the start. */

const SLEEPER = `
import time, datetime, sys
began = time.monotonic()
print(time.time(), time.time_ns(), datetime.datetime.now(datetime.timezone.utc).isoformat())
time.sleep(1.5)
print(datetime.datetime.utcnow().isoformat(), time.monotonic() - began, time.perf_counter() - began)
time.sleep(0.0000004)
print(time.time_ns() - 1704672000 * 10**9)
print(datetime.date.today(), datetime.datetime.today(), time.strftime('%H:%M:%S', time.gmtime()))
print(type(datetime.datetime.now()) is datetime.datetime, isinstance(datetime.datetime.now(), datetime.datetime))
class Holder: clock = time.time
print(Holder().clock() == time.time(), time.clock_gettime(time.CLOCK_REALTIME) == time.time())
try: datetime.datetime.now('UTC')
except TypeError as error: print(error)
`;

describe.skipIf(!hasPython())('the clocks of a Python program [needs python3]', () => {
  it('show simulated time, and sleeps take no other', async () => {
    const { stdout, stderr, code, advances } = await runPython(SLEEPER, {
      environment: { TZ: 'UTC' },
    });
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual([
      '1704672000.0 1704672000000000000 2024-01-08T00:00:00+00:00',
      '2024-01-08T00:00:01.500000 1.5 1.5',
      '1500001000',
      '2024-01-08 2024-01-08 00:00:01.500001 00:00:01',
      'True True',
      'True True',
      "tzinfo argument must be None or of a tzinfo subclass, not type 'str'",
      '',
    ]);
    expect({ code, advances }).toEqual({ code: 0, advances: 2 });
  });
});

/** Stands for urllib3: its filter, and its warning at each connection. */
const URLLIB3 = `
import warnings
class exceptions:
    class SecurityWarning(Warning): pass
    class SystemTimeWarning(SecurityWarning): pass
warnings.simplefilter('always', exceptions.SecurityWarning, append=True)
def connect():
    warnings.warn('System time is way off (before 2025-01-01).', exceptions.SystemTimeWarning)
    warnings.warn('another', exceptions.SecurityWarning)
`;
const CONNECTS = `
import urllib3
for each in range(3): urllib3.connect()
`;

describe.skipIf(!hasPython())("urllib3's warning about simulated time [needs python3]", () => {
  const warnings = async (more: Readonly<Record<string, string>>) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'urllib3.py'), URLLIB3);
    const environment = { PYTHONPATH: `${PRELOAD}:${folder}`, ...more };
    const { stderr, code } = await runPython(CONNECTS, { environment });
    const count = (kind: string) => stderr.split(`${kind}: `).length - 1;
    return { code, times: count('SystemTimeWarning'), others: count('SecurityWarning') };
  };

  it('is shown once, and its other warnings as often as they come', async () => {
    expect(await warnings({})).toEqual({ code: 0, times: 1, others: 3 });
  });

  it('is shown as the user has said', async () => {
    const always = { PYTHONWARNINGS: 'always' };
    expect(await warnings(always)).toEqual({ code: 0, times: 3, others: 3 });
  });
});
