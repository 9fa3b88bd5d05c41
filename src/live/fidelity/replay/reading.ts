/**
 * Reads recorded bodies for a replay and takes note of every fact that is read: what a market was made
 * of is listed, and not scored.
 */

import type { Decimal } from '../../../core/base/decimal.js';
import { below, isObject, type Json, objectsWithin } from '../recording/json.js';
import { number } from '../rules/rule.js';

/** Where each object of some bodies stands: the body, and the path in it. */
export type Places = ReadonlyMap<object, readonly [body: object, path: string]>;

/** The places of every object of `bodies`. */
export function placesOf(bodies: readonly object[]): Places {
  const places = new Map<object, readonly [body: object, path: string]>();
  for (const body of bodies) {
    for (const { object, path } of objectsWithin(body)) places.set(object, [body, path]);
  }
  return places;
}

/**
 * The facts of some bodies; a path begins with the place of its body among them:
 * `0|orderFillTransaction.pl`. Owns which of them were read; reading one adds it.
 */
export class BodyReading {
  readonly #bodies: readonly object[];
  readonly #places: Places;
  /** Paths of the facts that were read. */
  readonly used = new Set<string>();

  /** @param places - those of the bodies, where they are known. */
  constructor(bodies: readonly object[], places = placesOf(bodies)) {
    this.#bodies = bodies;
    this.#places = places;
  }

  /** The place of an object; undefined when it is in none of the bodies. */
  pathOf(object: object): string | undefined {
    const [body, path] = this.#places.get(object) ?? [];
    const index = body === undefined ? -1 : this.#bodies.indexOf(body);
    return index < 0 || path === undefined ? undefined : placeIn(index, path);
  }

  /** Reads a field: text, or undefined where it has none. A number is its text. */
  text(object: Json, field: string): string | undefined {
    const value = object[field];
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    this.#note(object, field);
    return String(value);
  }

  /** Reads a field that is a number; undefined when it is none. */
  number(object: Json, field: string): Decimal | undefined {
    const value = number(object, field);
    if (value !== undefined) this.#note(object, field);
    return value;
  }

  /** Reads a field with all that is in it. */
  whole(object: Json, field: string): unknown {
    const value = object[field];
    if (value === undefined) return undefined;
    this.#note(object, field);
    const place = this.pathOf(object);
    if (place !== undefined)
      for (const path of leavesOf(value, under(place, field))) this.used.add(path);
    return value;
  }

  #note(object: Json, field: string): void {
    const path = this.pathOf(object);
    if (path !== undefined) this.used.add(under(path, field));
  }
}

/** The path of a body's own place. */
export function placeIn(index: number, path: string): string {
  return `${index}|${path}`;
}

/** The body and the path in it that a path of a reading is. */
export function splitPlace(place: string): readonly [index: number, path: string] {
  const at = place.indexOf('|');
  return [Number(place.slice(0, at)), place.slice(at + 1)];
}

/** The path of a field, or a member, of the object at `place`. */
export function under(place: string, field: string | number): string {
  return place.endsWith('|') && typeof field === 'string'
    ? `${place}${field}`
    : below(place, field);
}

/** The paths of all values within `value` that are no objects and no lists. */
export function leavesOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => leavesOf(each, under(path, index)));
  }
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, under(path, key)));
}
