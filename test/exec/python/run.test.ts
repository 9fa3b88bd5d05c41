import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/files/temporary.js';
import { hasPython, PRELOAD, runPython } from '../../support/python/run-python.js';

/** The life of a program under the preload: hello, what cannot be held, and how it ends. */

const folderWith = (name: string, text: string) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), text);
  return folder;
};

describe.skipIf(!hasPython())('a Python program under the preload [needs python3]', () => {
  it.each([true, false])(
    'ends with 75 when the control line closes (virtual time: %s)',
    async isVirtual => {
      const program = isVirtual ? 'while True: pass' : 'import threading; threading.Event().wait()';
      const { code } = await runPython(program, {
        isVirtual,
        onLine: (_, line) => {
          for (const speaker of line.speakers) speaker.hangUp();
        },
      });
      expect(code).toBe(75);
    },
  );

  it('has a thread named that keeps the turn', async () => {
    const program =
      'import threading, time\ndef spin():\n  while time.time() < 2e9: pass\nthreading.Thread(target=spin, name="spinner").start()';
    const { said } = await runPython(program, {
      environment: { ORRERY_SPIN_SECONDS: '0.1' },
      onLine: ({ say }, line) => {
        if (say === 'spin') for (const speaker of line.speakers) speaker.hangUp();
      },
    });
    expect(said.at(-1)).toEqual({ say: 'spin', thread: 'spinner', where: '<string>:3' });
  });

  it.each([
    ['uvloop', 'import uvloop'],
    ['gevent', 'import gevent.monkey'],
  ])('is ended under virtual time with a sentence when it uses %s', async (name, program) => {
    const folder = folderWith('uvloop.py', '');
    writeFileSync(join(folder, 'gevent.py'), '');
    const { code, stderr, said } = await runPython(program, {
      environment: { PYTHONPATH: `${PRELOAD}:${folder}` },
    });
    expect(code).toBe(69);
    expect(stderr).toMatch(new RegExp(`^orrery exec does not support ${name}: .+\n$`));
    expect(said.at(-1)).toMatchObject({ say: 'unsupported', what: name });
  });

  it('may use in real time what only waits in real time, and gets a note about what opens sockets itself', async () => {
    const folder = folderWith('uvloop.py', '');
    writeFileSync(join(folder, 'gevent.py'), '');
    const { code, stderr } = await runPython('import gevent, uvloop', {
      isVirtual: false,
      environment: { PYTHONPATH: `${PRELOAD}:${folder}` },
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^orrery exec does not support uvloop: .*--strict.*\n$/);
  });

  it('needs a fixed hash seed under virtual time', async () => {
    const { code, stderr } = await runPython('print(1)', {
      environment: { PYTHONHASHSEED: 'random' },
    });
    expect(code).toBe(69);
    expect(stderr).toContain('set PYTHONHASHSEED=0');
  });

  it('is not started when the preload fails', async () => {
    const { code, stdout, stderr } = await runPython('print(1)', {
      environment: { ORRERY_CONTROL: 'post:1' },
    });
    expect({ code, stdout }).toEqual({ code: 69, stdout: '' });
    expect(stderr).toContain("ORRERY_CONTROL must be unix:PATH or tcp:PORT:TOKEN, was 'post:1'");
  });

  it('has simulated dates in a Python without ctypes', async () => {
    const folder = folderWith('ctypes.py', "raise ImportError('No module named _ctypes')");
    const program = 'import datetime, time; time.sleep(60); print(datetime.datetime.utcnow())';
    const { stdout } = await runPython(program, {
      environment: { PYTHONPATH: `${PRELOAD}:${folder}` },
    });
    expect(stdout).toBe('2024-01-08 00:01:00\n');
  });

  it('runs the sitecustomize of its environment too', async () => {
    const folder = folderWith('sitecustomize.py', "print('own', __file__)");
    const { stdout } = await runPython('print(1)', {
      isVirtual: false,
      environment: { PYTHONPATH: `${PRELOAD}:${folder}` },
    });
    expect(stdout).toBe(`own ${join(folder, 'sitecustomize.py')}\n1\n`);
  });

  it('draws the same by chance in each run (T6)', async () => {
    const program = `
import os, random, secrets, uuid, ssl
print(random.random(), random.Random().random(), os.urandom(4), secrets.token_hex(4), uuid.uuid4(), uuid.uuid1(), ssl.RAND_bytes(3), {'a', 'b', 'c', 'd'})
`;
    const [first, second, other] = await Promise.all(
      ['7', '7', '8'].map(seed => runPython(program, { environment: { ORRERY_SEED: seed } })),
    );
    expect(first?.stdout).not.toBe('');
    expect(second?.stdout).toBe(first?.stdout);
    expect(other?.stdout).not.toBe(first?.stdout);
  });

  it('may fork, and each process says hello and waits by itself', async () => {
    const program = `
import os, time
pid = os.fork()
time.sleep(2 if pid == 0 else 5)
if pid: os.waitpid(pid, 0)
print('child' if pid == 0 else 'parent', time.time(), flush=True)
`;
    const { stdout, stderr, said } = await runPython(program);
    expect(stderr).toBe('');
    expect(stdout).toBe('child 1704672002.0\nparent 1704672005.0\n');
    expect(said.filter(({ say }) => say === 'hello')).toHaveLength(2);
  });

  it('may fork in real time, and each process says hello', async () => {
    const program = 'import os\nif os.fork(): os.wait()';
    const { said } = await runPython(program, { isVirtual: false });
    const pids = said.filter(({ say }) => say === 'hello').map(({ pid }) => pid);
    expect(new Set(pids).size).toBe(2);
  });

  it('waits for its child processes: in simulated time for its own kind, else time stands still', async () => {
    const program = `
import subprocess, sys, time, threading
child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(3); print(time.time(), flush=True)'])
print(child.wait(), time.time())
subprocess.run(['sleep', '0.05'], check=True); print(time.time())
try: subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']).wait(2)
except subprocess.TimeoutExpired: print(time.time())
`;
    const { stdout, stderr, code } = await runPython(program);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toBe('1704672003.0\n0 1704672003.0\n1704672003.0\n1704672005.0\n');
  });
});
