import type { Client, Intent } from '../../world.js';
import { INSTRUMENT, TARGET } from '../common/desk.js';
import { filled } from '../common/ear.js';
import { byLines } from '../common/follow.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: takes a line with a lower id than one before for old news. Shows when lines of fills come after the next line. */
export const client: Client = byLines(() => {
  let last = 0;
  return line => {
    const isNew = Number(line.id) > last;
    last = Math.max(last, Number(line.id));
    return isNew ? filled(line) : 0;
  };
});
