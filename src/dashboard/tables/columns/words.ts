/** Names of v20 as words. */

/** `STOP_LOSS_ORDER` as `Stop loss order`. */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
