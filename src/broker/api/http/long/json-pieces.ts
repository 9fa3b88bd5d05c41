/**
 * The JSON text of an object with LongLists in it, piece by piece: the same text as in one go, made
 * only as far as it is asked for. Decision 0025.
 */

import { LongList } from '../../../../core/view/long-list.js';
import { TextPieces } from './text-pieces.js';

/** Writes a value as JSON; objects whose fields are all undefined become `{}`. */
export type JsonWriter = (value: unknown) => string;

/** The pieces of the text of `body`, whose LongLists must not change any more. */
export function jsonPieces(body: object, render: JsonWriter): TextPieces {
  return new TextPieces(textOf(body, render));
}

/** The text in small steps; undefined where there is none yet. */
function* textOf(body: object, render: JsonWriter): Generator<string | undefined> {
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    if (isLong(value)) {
      yield `${before}${JSON.stringify(name)}:`;
      yield* value instanceof LongList ? itemsOf(value, render) : textOf(value, render);
    } else {
      const field = render({ [name]: value }).slice(1, -1);
      if (field === '') continue;
      yield before + field;
    }
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* itemsOf(list: LongList<unknown>, render: JsonWriter): Generator<string | undefined> {
  let before = '[';
  for (const item of list.steps()) {
    if (item === undefined) {
      yield undefined;
      continue;
    }
    yield before + render(item);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** A LongList, or an object that has one. */
function isLong(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return value instanceof LongList || Object.values(value).some(isLong);
}
