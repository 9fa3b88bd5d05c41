import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { demoText } from '../../src/cli/commands/first-steps/demo-text.js';
import { MAIN } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { patience } from '../support/patience.js';

/** `orrery demo`, and the three things that it prints, pasted as they are. */

/** What a command line prints, run in another folder as a person would. */
const pasted = (line = '') =>
  execFileSync('bash', ['-c', line], {
    timeout: patience(120_000),
    cwd: temporaryFolder(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** Starts the demo and waits for its last line. */
async function startDemo(port: number) {
  const child = spawn(process.execPath, [MAIN, 'demo', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.includes('Ctrl-C stops it.')) break;
  }
  return { child, lines: text.split('\n').map(line => line.trim()) };
}

describe('orrery demo', () => {
  it.skipIf(process.platform === 'win32')(
    'says three things that work, on a free port when its own is in use, and ends with 0 [not on Windows]',
    async () => {
      const taken = createServer();
      await once(taken.listen(0, '127.0.0.1'), 'listening');
      const { port } = taken.address() as AddressInfo;
      const { child, lines } = await startDemo(port);
      const address = lines.find(line => line.startsWith('http://')) ?? '';
      expect(new URL(address).port).not.toBe(String(port));
      expect((await fetch(address)).status).toBe(200);
      const bought = JSON.parse(pasted(lines.find(line => line.startsWith('curl '))));
      expect(bought).toMatchObject({ orderFillTransaction: { units: '1000' } });
      expect(pasted(lines.find(line => line.startsWith('node ')))).toContain(
        'ledger sha256:5c8e06c1',
      );
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([0, null]);
      taken.close();
    },
  );

  it('says them as PowerShell takes them, and paths with spaces as one word', () => {
    const server = {
      url: 'http://127.0.0.1:1',
      pageUrl: 'http://127.0.0.1:1/',
      loginCode: 'ABCD-EFGH',
      accounts: [{ id: '101-001-1000001-001', token: 'a-token' }],
    };
    const program = 'C:\\Program Files\\main.js';
    const text = demoText({ server, program, scenario: 'C:\\q.yaml', isWindows: true });
    expect(text).toContain(
      "Invoke-RestMethod -Method Post -Headers @{Authorization='Bearer a-token'}",
    );
    expect(text).toContain('node "C:\\Program Files\\main.js" run C:\\q.yaml\n');
    expect(text).not.toContain('curl');
  });
});
