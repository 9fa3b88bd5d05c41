/** Choices of the reader that outlive the page, in the browser's storage. */

import { effect, type Signal, signal } from '@preact/signals';

/** A signal that keeps its value between visits. @param check - whether a kept value is still one. */
export function setting<Value>(
  name: string,
  initial: Value,
  check: (value: unknown) => boolean = value => typeof value === typeof initial,
): Signal<Value> {
  const key = `orrery.${name}`;
  const made = signal(kept(key, initial, check));
  effect(() => localStorage.setItem(key, JSON.stringify(made.value)));
  return made;
}

function kept<Value>(key: string, initial: Value, check: (value: unknown) => boolean): Value {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
    return value !== null && check(value) ? (value as Value) : initial;
  } catch {
    return initial;
  }
}

const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

/** Light, dark, or as the system is. */
export const theme = setting<ThemeChoice>('theme', 'system', value =>
  THEMES.includes(value as ThemeChoice),
);

/** Rises when the system's choice between light and dark changes. */
export const systemTheme = signal(0);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  systemTheme.value += 1;
});

effect(() => {
  const { dataset } = document.documentElement;
  if (theme.value === 'system') delete dataset['theme'];
  else dataset['theme'] = theme.value;
});
