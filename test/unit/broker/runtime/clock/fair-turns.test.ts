import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import {
  FairTurns,
  type Payer,
  UNCOUNTED,
} from '../../../../../src/broker/runtime/clock/fair-turns.js';

const payer = (name: string): Payer => ({ ...UNCOUNTED, name, waits: true });
const nextLoop = () => new Promise(resolve => setImmediate(resolve));

describe('turns of several payers', () => {
  it('go round, however much one of them has asked for', async () => {
    const turns = new FairTurns();
    const done: string[] = [];
    const ask = (name: string, work: string) => turns.ask(payer(name), () => void done.push(work));
    for (let at = 0; at < 3; at++) ask('anna', `anna ${at}`);
    ask('ben', 'ben 0');
    ask('cleo', 'cleo 0');
    await nextLoop();
    await nextLoop();
    expect(done).toEqual(['anna 0', 'ben 0', 'cleo 0', 'anna 1', 'anna 2']);
  });

  it('let the event loop go on after each long piece of work', async () => {
    const turns = new FairTurns();
    const done: string[] = [];
    const long = (name: string) => () => {
      const until = performance.now() + 5;
      while (performance.now() < until);
      done.push(name);
    };
    turns.ask(payer('anna'), long('anna'));
    turns.ask(payer('ben'), long('ben'));
    setImmediate(() => done.push('a request'));
    await nextLoop();
    await nextLoop();
    expect(done).toEqual(['anna', 'a request', 'ben']);
  });

  it('are given up when they are taken back', async () => {
    const turns = new FairTurns();
    const done: string[] = [];
    turns.ask(payer('anna'), () => void done.push('first'));
    const takeBack = turns.ask(payer('anna'), () => void done.push('second'));
    takeBack();
    takeBack();
    await nextLoop();
    await nextLoop();
    expect(done).toEqual(['first']);
  });

  it('take steps of long work one slice at a time', async () => {
    const turns = new FairTurns();
    const done: string[] = [];
    function* steps() {
      for (let at = 0; at < 3; at++) {
        const until = performance.now() + 5;
        while (performance.now() < until);
        done.push(`step ${at}`);
        yield;
      }
    }
    const taken = turns.inSlices(payer('anna'), steps());
    turns.ask(payer('ben'), () => void done.push('ben'));
    setImmediate(() => done.push('a request'));
    await taken;
    expect(done).toEqual(['step 0', 'a request', 'ben', 'step 1', 'step 2']);
  });

  it('reject when a step throws', async () => {
    const steps = { next: () => assert.fail('no more room') };
    await expect(new FairTurns().inSlices(UNCOUNTED, steps)).rejects.toThrow('no more room');
  });

  it('begin at once while there is time, and wait for the next loop then', async () => {
    const turns = new FairTurns();
    const anna = payer('anna');
    expect(turns.hasTime(anna)).toBe(true);
    turns.note(anna, 1_000);
    expect(turns.hasTime(anna)).toBe(false);
    expect(turns.hasTime(UNCOUNTED)).toBe(true);
    await nextLoop();
    await nextLoop();
    expect(turns.hasTime(anna)).toBe(true);
  });
});
