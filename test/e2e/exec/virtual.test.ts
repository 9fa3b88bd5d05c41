import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../../support/files/temporary.js';
import { exec, saidBy } from '../../support/process/exec.js';
import { hasPython } from '../../support/python/run-python.js';

/** Programs on the simulated clock of the whole command. Source: decision 0034. */

const POLLER = `
import http.client, time
connection = http.client.HTTPSConnection('api-fxpractice.oanda.com', timeout=5)
began = time.time()
for turn in range(3):
    connection.request('GET', '/v3/accounts', headers={'Authorization': 'Bearer of-the-program'})
    answer = connection.getresponse(); answer.read()
    print(answer.status, connection.sock.version(), connection.sock.session.has_ticket, time.time() - began)
    time.sleep(60)
`;

const PARENT = `
import subprocess, sys, time
began = time.time()
for turn in range(2):
    subprocess.run([sys.executable, '-c', 'import time; time.sleep(3)'], check=True)
    print(time.time() - began)
`;

const virtually = (text: string) =>
  exec(['--virtual-time', '--json', '--', 'python3', temporaryFile('bot.py', text)]);

describe.skipIf(!hasPython())('a Python program under --virtual-time [needs python3]', () => {
  it('has TLS 1.2 without tickets, so that no byte is swallowed uncounted (T4)', async () => {
    const run = await virtually(POLLER);
    const lines = [0, 60, 120].map(second => `200 TLSv1.2 False ${second}.0\n`);
    expect([run.status, saidBy(run)]).toEqual([0, lines.join('')]);
  });

  it('waits for its child processes in simulated time, and no longer', async () => {
    const run = await virtually(PARENT);
    expect([run.status, saidBy(run)]).toEqual([0, '3.0\n6.0\n']);
  });
});
