import { describe, expect, it } from 'vitest';
import { hasPython, runPython } from '../../support/python/run-python.js';

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
