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

type Colours = Readonly<Record<(typeof NAMES)[number], string>>;

export interface Theme extends Colours {
  /** Colours of a strategy's lines, in the order of the lines. */
  readonly plots: readonly string[];
}

/** The colours as they are now. */
export function currentTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ...(Object.fromEntries(NAMES.map(name => [name, colour(name)])) as Colours),
    plots: colour('plots').split(' '),
  };
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
