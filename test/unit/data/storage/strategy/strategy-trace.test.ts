import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callHook } from '../../../../../src/core/strategy/call-hook.js';
import type { StrategyContext } from '../../../../../src/core/strategy/strategy.js';
import { loadStrategy } from '../../../../../src/data/storage/strategy/strategy-module.js';
import { thrownAt } from '../../../../../src/data/storage/strategy/strategy-trace.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

/** Where a strategy threw, in the words of its error. */

/** Loads the files' `main.ts` and calls its `onStart`. @returns the folder, and what was thrown. */
async function startOf(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'lib'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const strategy = await loadStrategy(join(folder, 'main.ts'), {});
  try {
    callHook(strategy, 'onStart', { time: 'now' } as StrategyContext, undefined);
  } catch (error) {
    return { folder, error: (error as Error).cause };
  }
  throw new Error('the strategy did not throw');
}

const HELPER = `interface Levels {
  readonly top: number;
}

export function check(levels: Levels): number {
  const top: number = levels.top as number; if (top > 0) throw new RangeError('too high');
  return top;
}
`;

describe('the place of an error of a strategy', () => {
  it('is the line and column of the TypeScript source', async () => {
    const { folder, error } = await startOf({
      'main.ts': `type Wide = { readonly a: number; readonly b: string };
export const strategy = () => ({
  onStart() {
    const wide = { a: 1, b: 'x' } as Wide; const b = (wide as Wide).b as string; throw new Error(b);
  },
});
`,
    });
    const { message } = thrownAt(error, 'main.ts', 'onStart: x');
    expect(message).toBe(`${join(folder, 'main.ts')}:4:88: onStart: x`);
  });

  it('is in the helper file that threw, with the calls of the strategy alone', async () => {
    const { folder, error } = await startOf({
      'main.ts': `import { check } from './lib/check.js';
class Plan {
  private readonly top: number = 2;
  run(): number { return [this.top].map((top: number) => check({ top }))[0] as number; }
}
export const strategy = () => ({ onStart(): void { new Plan().run(); } });
`,
      'lib/check.ts': HELPER,
    });
    const [main, helper] = [join(folder, 'main.ts'), join(folder, 'lib', 'check.ts')];
    expect(thrownAt(error, 'main.ts', 'onStart: too high').message.split('\n')).toEqual([
      `${helper}:6:64: onStart: too high`,
      `    at check (${helper}:6:64)`,
      `    at ${main}:4:63`,
      `    at Plan.run (${main}:4:37)`,
      `    at onStart (${main}:6:63)`,
    ]);
  });

  it('is the file alone when the stack is not that of a strategy, or cannot be read', () => {
    const unreadable = {
      get stack() {
        throw new Error('no');
      },
    };
    for (const thrown of [undefined, null, 'text', {}, { stack: 3 }, unreadable]) {
      expect(thrownAt(thrown, 'main.ts', 'onStart: x').message).toBe('main.ts: onStart: x');
    }
  });

  it('is that of the statement that a module failed at when it was loaded', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'main.ts');
    writeFileSync(file, 'const a: number = 1;\n\n  (undefined as any).length;\n');
    const error = await loadStrategy(file, {}).catch(each => each);
    expect(error.message).toContain(`${file}:3:`);
    expect(error.message).toContain('cannot be loaded: TypeError: Cannot read properties');
  });
});
