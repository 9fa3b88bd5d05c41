/** Random programs of nested timers, and a Node program that runs them and tells the order of callbacks. */

import fc from 'fast-check';

/** A callback that is set by its parent's. */
export interface Step {
  readonly id: number;
  readonly kind: 'timeout' | 'immediate' | 'tick' | 'microtask';
  /** Units of time; 0 but for timeouts. */
  readonly delay: number;
  /** Units from the start at which it is due. */
  readonly due: number;
  /** The id of a timeout that it clears. */
  readonly clears: number;
  readonly steps: Step[];
}

const drawn = fc.record({
  kind: fc.constantFrom('timeout', 'timeout', 'timeout', 'immediate', 'tick', 'microtask'),
  parent: fc.nat(),
  delay: fc.integer({ min: 1, max: 6 }),
  clears: fc.nat({ max: 40 }),
} as const);

/** Programs whose timeouts fall due at different instants, but for those that one callback sets. */
export const timerPrograms: fc.Arbitrary<Step[]> = fc
  .array(drawn, { minLength: 4, maxLength: 16 })
  .map(draws => {
    const root = step({ id: -1, kind: 'tick', delay: 0, due: 0, clears: -1 });
    const all = [root];
    const setters = new Map<number, Step>();
    for (const [id, { kind, parent, delay, clears }] of draws.entries()) {
      const setter = all[parent % all.length] as Step;
      let wait = kind === 'timeout' ? delay : 0;
      while (wait > 0 && (setters.get(setter.due + wait) ?? setter) !== setter) wait++;
      const due = setter.due + wait;
      if (wait > 0) setters.set(due, setter);
      const made = step({ id, kind, delay: wait, due, clears });
      setter.steps.push(made);
      all.push(made);
    }
    return root.steps;
  });

function step(fields: Omit<Step, 'steps'>): Step {
  return { ...fields, steps: [] };
}

/**
 * The source of a program that runs such programs and prints, for each, the ids of the callbacks in
 * their order. A run in which a callback came half a unit late or early says nothing about the order: it is
 * repeated with a unit of twice the length.
 */
export function timerRunner(programs: readonly Step[][]): string {
  return `
    const now = () => performance.now();
    const run = (steps, unit) => new Promise(resolve => {
      const order = [], timeouts = new Map(), open = new Set(), start = now();
      let isOff = false, last = 0;
      const set = step => {
        const call = () => {
          if (Math.abs(now() - start - step.due * unit) > unit / 2) isOff = true;
          order.push(step.id);
          open.delete(step.id);
          if (timeouts.has(step.clears)) open.delete(step.clears);
          clearTimeout(timeouts.get(step.clears));
          step.steps.forEach(set);
        };
        last = Math.max(last, step.due);
        open.add(step.id);
        if (step.kind === 'timeout') timeouts.set(step.id, setTimeout(call, step.delay * unit));
        if (step.kind === 'immediate') setImmediate(call);
        if (step.kind === 'tick') process.nextTick(call);
        if (step.kind === 'microtask') queueMicrotask(call);
      };
      steps.forEach(set);
      const end = () => {
        const left = (last + 1) * unit - (now() - start);
        // On a busy machine the end can come before a callback that is late.
        if (left > 0 || open.size > 0) setTimeout(end, Math.max(left, unit));
        else resolve(isOff ? undefined : order);
      };
      end();
    });
    const inOrder = async (steps, unit) => (await run(steps, unit)) ?? inOrder(steps, 2 * unit);
    const orders = [];
    for (const steps of ${JSON.stringify(programs)}) orders.push(await inOrder(steps, 4));
    process.stdout.write(JSON.stringify(orders));`;
}
