/** Instants as times of the viewer, in the zone of the browser, and back. To the second. */

/** The zone of the viewer at an instant: `UTC+2`. */
export function zoneText(value: string): string {
  const at = value === '' ? new Date() : new Date(value);
  const minutes = -at.getTimezoneOffset();
  if (Number.isNaN(minutes) || minutes === 0) return 'UTC';
  const hours = Math.trunc(minutes / 60);
  const rest = Math.abs(minutes % 60);
  const sign = minutes < 0 ? '−' : '+';
  return `UTC${sign}${Math.abs(hours)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** `2024-03-05T17:00:00Z` as the time of the viewer without a zone. */
export function localText(value: string): string {
  const at = new Date(value);
  if (value === '' || Number.isNaN(at.getTime())) return '';
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19);
}

/** The time of the viewer without a zone as an instant; empty for none. */
export function instantText(local: string): string {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? '' : `${at.toISOString().slice(0, 19)}Z`;
}
