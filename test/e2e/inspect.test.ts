import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MAIN, ROOT } from '../support/files/paths.js';
import { strategyScenario } from '../support/files/strategy-scenario.js';
import { patience } from '../support/patience.js';
import { Inspector } from '../support/process/inspector.js';

/** `orrery run --inspect` as a debugger sees it. */

const SOURCE = `interface Seen {
  readonly count: number;
}
export const strategy = () => ({
  onStart(context: { readonly time: string }): void {
    const seen: Seen = { count: 1 };
    console.log(seen.count, context.time);
  },
});
`;
/** From 0: the line that prints. */
const LINE = 6;

interface Paused {
  readonly callFrames: readonly {
    readonly callFrameId: string;
    readonly location: { readonly lineNumber: number };
  }[];
}

describe('orrery run --inspect', () => {
  it('waits for a debugger, whose breakpoint in the TypeScript source is hit', async () => {
    const file = await strategyScenario(SOURCE);
    const args = [MAIN, 'run', file, '--inspect=0'];
    const child = spawn(process.execPath, args, { cwd: ROOT, timeout: patience(60_000) });
    const ended = new Promise(resolve => child.once('close', resolve));
    let stderr = '';
    const address = await new Promise<string>(resolve => {
      child.stderr.on('data', chunk => {
        stderr += chunk;
        const [found] = /ws:\S+/.exec(stderr) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    const inspector = await Inspector.attach(address);
    await inspector.send('Runtime.enable');
    await inspector.send('Debugger.enable');
    const source = join(dirname(file), 'strategy.ts');
    const url = pathToFileURL(source).href;
    await inspector.send('Debugger.setBreakpointByUrl', { lineNumber: LINE, url });
    await inspector.send('Runtime.runIfWaitingForDebugger');
    const script = await inspector.event('Debugger.scriptParsed', each => each['url'] === url);
    const [, map = ''] = String(script['sourceMapURL']).split('base64,');
    const { sources } = JSON.parse(Buffer.from(map, 'base64').toString('utf8'));
    expect(sources).toEqual([source]);
    const { callFrames } = (await inspector.event('Debugger.paused')) as unknown as Paused;
    const [frame] = callFrames;
    expect(frame?.location.lineNumber).toBe(LINE);
    const evaluated = await inspector.send('Debugger.evaluateOnCallFrame', {
      callFrameId: frame?.callFrameId,
      expression: 'seen.count + " " + context.time',
    });
    expect(evaluated['result']).toMatchObject({ value: '1 2024-03-05T10:00:00.000000000Z' });
    await inspector.send('Debugger.resume');
    await inspector.send('Debugger.disable');
    inspector.close();
    expect(await ended).toBe(0);
    expect(stderr).toContain('1 2024-03-05T10:00:00.000000000Z\n');
  });
});
