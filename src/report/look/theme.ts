/**
 * The colours of the charts, read from the page's style when something is drawn. They change with
 * the reader's preference, and with printing, which is always light.
 */

const NAMES = [
  'text',
  'faint',
  'line',
  'surface',
  'raised',
  'gain',
  'loss',
  'accent',
  'second',
  'rising',
  'falling',
  'buy',
  'sell',
] as const;
/** Colours for lines that strategies draw. */
const PLOTS = ['plot-1', 'plot-2', 'plot-3', 'plot-4', 'plot-5', 'plot-6'] as const;

type Colours = Readonly<Record<(typeof NAMES)[number], string>>;

export interface Theme extends Colours {
  /** Colours of a strategy's lines, in the order of the lines. */
  readonly plots: readonly string[];
}

/** The colours as they are now. */
export function currentTheme(): Theme {
  // A token names a light and a dark colour; only a colour in use shows which one applies.
  const probe = document.createElement('i');
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const colour = (name: string) => {
    probe.style.color = `var(--${name})`;
    return style.color;
  };
  const colours = Object.fromEntries(NAMES.map(name => [name, colour(name)])) as Colours;
  const plots = PLOTS.map(colour);
  probe.remove();
  return { ...colours, plots };
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
