/**
 * The colours of the charts: those of the page's style, read when something is drawn, and the
 * moments at which they change: the reader's preference, and printing, which is always light.
 */

const NAMES = [
  'text',
  'faint',
  'line',
  'surface',
  'gain',
  'loss',
  'accent',
  'second',
  'rising',
  'falling',
] as const;

export type Theme = Readonly<Record<(typeof NAMES)[number], string>>;

/** The colours as they are now. */
export function currentTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    NAMES.map(name => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as Theme;
}

/** Calls `redraw` after every change of colours. */
export function onThemeChange(redraw: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  const { dataset } = document.documentElement;
  addEventListener('beforeprint', () => {
    dataset['print'] = '';
    redraw();
  });
  addEventListener('afterprint', () => {
    delete dataset['print'];
    redraw();
  });
}
