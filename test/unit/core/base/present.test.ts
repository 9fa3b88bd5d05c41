import { expect, it } from 'vitest';
import { plainObjects } from '../../../../src/core/base/present.js';

interface Named {
  readonly id: string;
  readonly label?: string;
  readonly units: number;
}

const Made = plainObjects<Named, [string, string | undefined]>(function (id, label) {
  this.id = id;
  if (label !== undefined) this.label = label;
  this.units = 1;
});

it('makes objects like literals, with the fields in the order of their setting', () => {
  const made = new Made('7', 'first');
  expect(made).toStrictEqual({ id: '7', label: 'first', units: 1 });
  expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  expect(JSON.stringify(made)).toBe('{"id":"7","label":"first","units":1}');
});

it('leaves out a field that is not set', () => {
  const made = new Made('7', undefined);
  expect('label' in made).toBe(false);
  expect(JSON.stringify({ ...made })).toBe('{"id":"7","units":1}');
});
