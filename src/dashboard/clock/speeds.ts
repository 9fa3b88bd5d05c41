/** The speeds of the clock that are offered, and how one goes from one to the next. */

/** Simulated seconds per second, or as fast as the machine can. */
export type Speed = number | 'max';

/** The speeds, slowest first. */
export const SPEEDS: readonly Speed[] = [1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400, 'max'];

const NAMES: Readonly<Record<number, string>> = {
  60: '1 min/s',
  300: '5 min/s',
  900: '15 min/s',
  3600: '1 h/s',
  14400: '4 h/s',
  86400: '1 d/s',
};

/** The speed in words: `15 min/s`, `×5`. */
export function speedText(speed: Speed): string {
  return speed === 'max' ? 'max' : (NAMES[speed] ?? `×${speed}`);
}

/** The next speed of the list in a direction; the ends stay. */
export function nextSpeed(speed: Speed, direction: 1 | -1): Speed {
  const rank = (each: Speed) => (each === 'max' ? Number.POSITIVE_INFINITY : each);
  const further = SPEEDS.filter(each => direction * (rank(each) - rank(speed)) > 0);
  const next = direction === 1 ? further[0] : further.at(-1);
  return next ?? speed;
}
