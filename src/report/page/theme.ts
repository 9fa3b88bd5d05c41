/**
 * The colours of the charts, read from the page's style when something is drawn. They change with
 * the reader's preference, and with printing, which is always light.
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
