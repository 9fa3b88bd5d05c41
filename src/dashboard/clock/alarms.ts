/** Prices at which time stops by itself while it plays, by instrument. */

import { effect, signal } from '@preact/signals';
import { showError, showToast } from '../parts/toast.js';
import { instrument, store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { pause } from '../wire/control.js';
import type { Quote } from '../wire/types.js';
import { isPassed } from './is-passed.js';

/** An alarm. */
export interface Alarm {
  readonly instrument: string;
  readonly price: string;
}

/** Every alarm, in the order in which they were made. */
export const alarms = signal<readonly Alarm[]>([]);

/** The prices of the shown instrument that have an alarm. */
export function alarmPrices(): readonly string[] {
  return alarms.value.flatMap(each => (each.instrument === instrument.value ? each.price : []));
}

export function addAlarm(price: string): void {
  const name = instrument.peek();
  if (name === undefined || alarmPrices().includes(price)) return;
  alarms.value = [...alarms.value, { instrument: name, price }];
}

export function removeAlarm(price: string): void {
  const name = instrument.peek();
  alarms.value = alarms.value.filter(each => each.instrument !== name || each.price !== price);
}

/** Stops time that plays where the mid price of a market passes an alarm. @returns what ends it. */
export function watchAlarms(shown: SimulationStore): () => void {
  const before = new Map<string, Quote>();
  return effect(() => {
    const all = alarms.value;
    for (const name of new Set(all.map(each => each.instrument))) {
      const quote = shown.quote(name).value;
      const last = before.get(name);
      if (quote === undefined) before.delete(name);
      else before.set(name, quote);
      if (quote === undefined || last === undefined || last.time > quote.time) continue;
      const met = all.find(each => each.instrument === name && isPassed(last, quote, each.price));
      if (met !== undefined) stopAt(shown, met);
    }
  });
}

function stopAt({ clock, place }: SimulationStore, { instrument: name, price }: Alarm): void {
  if (clock.peek()?.state !== 'playing' || store.peek()?.place !== place) return;
  pause(place.simulation).then(
    () => showToast({ kind: 'done', text: `Alarm: ${name} at ${price}` }),
    showError,
  );
}
