import type { Strategy } from 'orrery-fx/strategy';

export function strategy(): Strategy {
  // snippet
}
