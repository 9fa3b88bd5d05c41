import { describe, expect, it } from 'vitest';
import { Clock } from '../../../../../src/broker/runtime/clock/clock.js';
import type { Payer } from '../../../../../src/broker/runtime/clock/fair-turns.js';
import { Simulation } from '../../../../../src/broker/runtime/simulation/simulation.js';
import { sandboxScenario } from '../../../../support/api/sandbox-scenario.js';

/** A payer with so many slices. */
function payerOf(slices: number) {
  const payer: Payer & { slices: number } = {
    name: 'anna',
    waits: true,
    slices,
    note: () => {
      payer.slices -= 1;
    },
    check: () => {
      if (payer.slices <= 0) throw new Error('no more work is paid for');
    },
  };
  return payer;
}

/** Ticks and commands of a clock at the end of the window. */
async function whole(payer: Payer | undefined) {
  const simulation = new Simulation(sandboxScenario());
  const clock = new Clock(simulation, 'manual');
  if (payer !== undefined) clock.payer = payer;
  await clock.advance({ ticks: 60_000 });
  return simulation.place;
}

describe('a turn that is paid for', () => {
  it('ends where it stands when no more is paid for, and goes on from there', async () => {
    const simulation = new Simulation(sandboxScenario());
    const clock = new Clock(simulation, 'manual');
    const payer = payerOf(2);
    clock.payer = payer;
    await expect(clock.advance({ ticks: 60_000 })).rejects.toThrow('no more work is paid for');
    const { ticks } = simulation;
    expect(ticks).toBeGreaterThan(0);
    expect(ticks).toBeLessThan(60_000);
    expect(clock.isTurning).toBe(false);
    payer.slices = 1_000;
    await clock.advance({ ticks: 1 });
    expect(simulation.ticks).toBe(ticks + 1);
  });

  it('comes to the same place as one that is not', async () => {
    expect(await whole(payerOf(100_000))).toEqual(await whole(undefined));
  });
});
