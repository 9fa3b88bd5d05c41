/**
 * The state of the page: the login, the feed, the simulations, and the account that is shown. The
 * address says which one it is, so that a fork opens in a tab of its own.
 */

import { batch, computed, effect, signal } from '@preact/signals';
import { instrumentText } from '../parts/format.js';
import { listSimulations } from '../wire/control.js';
import { FeedClient, type FeedState } from '../wire/feed.js';
import type { FeedEvent, LoggedRequest, SimulationEvent } from '../wire/feed-events.js';
import { readRequests } from '../wire/ledger.js';
import { WireError, whenLoggedOut } from '../wire/rest.js';
import {
  type GuestUsage,
  logIn,
  logOut,
  readGuests,
  readLogin,
  takeCode,
  usedUpOf,
} from '../wire/session.js';
import type { SimulationSummary } from '../wire/types.js';
import { instrumentAsked } from './program-instrument.js';
import { SimulationStore } from './simulation-store.js';

/** Requests of the time before the page in which an instrument is looked for. */
const LOOKED_AT = 100;

export type Phase = 'starting' | 'login' | 'ready';

export const phase = signal<Phase>('starting');
/** Why the login screen is shown, in words; undefined before the first attempt. */
export const loginFailure = signal<string | undefined>(undefined);
export const connection = signal<FeedState>('connecting');
export const simulations = signal<readonly SimulationSummary[]>([]);
/** The name of the guest that is logged in; undefined: the owner of the server. */
export const guest = signal<string | undefined>(undefined);
/** What guests have used of their quotas: all of them for the owner, else the one that is logged in. */
export const guests = signal<readonly GuestUsage[]>([]);
/** The quota that keeps the page of a guest from the feed, in words; undefined: none, or the connection is there. */
export const usedUp = signal<string | undefined>(undefined);
/** The account that is shown. */
export const store = signal<SimulationStore | undefined>(undefined);
/** The simulation that is shown, as lists have it. */
const shownSummary = computed(() => {
  const shown = store.value?.place.simulation;
  return simulations.value.find(({ id }) => id === shown);
});
/**
 * The program that has the shown simulation for itself, so that the page changes nothing in it.
 * Undefined: there is none.
 */
export const holder = computed(() => shownSummary.value?.holder);
/** Shown first where all instruments are there. */
const MAJOR = 'EUR_USD';

/** The instruments of the shown simulation that have made-up prices. */
export const generated = computed(() => new Set(shownSummary.value?.generated));

/** The granularity of the bars that the prices of the shown instrument were made of; undefined: of none. */
export const barGranularity = computed(() => {
  const bars = shownSummary.value?.bars;
  return instrument.value === undefined ? undefined : bars?.[instrument.value];
});

/** An instrument as the chart names it: one with made-up prices is marked. */
export function markedInstrument(name: string): string {
  return generated.value.has(name) ? `${instrumentText(name)} (made up)` : instrumentText(name);
}

/** The same for the narrow columns of tables, below which the star is explained. */
export function starredInstrument(name: string): string {
  return generated.value.has(name) ? `${instrumentText(name)} *` : instrumentText(name);
}

const chosenInstrument = signal<string | undefined>(undefined);

/** The instrument that the chart and the ticket show. */
export const instrument = computed(() => {
  const known = store.value?.instruments.value;
  const chosen = chosenInstrument.value;
  if (known === undefined || known.size === 0) return undefined;
  if (chosen !== undefined && known.has(chosen)) return chosen;
  const [first = ''] = known.keys();
  return generated.value.has(first) && known.has(MAJOR) ? MAJOR : first;
});

/** Shows an instrument in the chart and the ticket. */
export function chooseInstrument(name: string): void {
  chosenInstrument.value = name;
}

const feed = new FeedClient({
  events: takeEvents,
  state(state) {
    connection.value = state;
    // A server that was started anew may not have the session; a read shows it.
    if (state === 'down' && phase.value === 'ready') refreshSimulations().catch(() => {});
    if (state === 'open') usedUp.value = undefined;
    else if (state === 'down') void readUsedUp();
  },
});

/** Begins: with a code of the address, or with the session that there is. */
export async function start(): Promise<void> {
  whenLoggedOut(leave);
  addEventListener('online', () => feed.open());
  effect(rememberPlace);
  const code = takeCode();
  // An address that is opened again has a code that was used; the session of before is still there.
  const isIn = () =>
    readLogin().then(
      ({ loggedIn }) => loggedIn,
      () => false,
    );
  if (code === undefined || (await isIn())) await enter();
  else await logInWith(code);
}

/** Logs in with a code; for a wrong one `loginFailure` is set. */
export async function logInWith(code: string): Promise<void> {
  try {
    await logIn(code.trim());
  } catch (error) {
    batch(() => {
      loginFailure.value = (error as WireError).message;
      phase.value = 'login';
    });
    return;
  }
  loginFailure.value = undefined;
  await enter();
}

/** Ends the session. */
export async function logOutNow(): Promise<void> {
  await logOut();
  leave();
}

/** Shows an account of a simulation, by default its first. */
export function choose(simulation: string, account?: string): void {
  const found = simulations.value.find(({ id }) => id === simulation);
  const accounts = found?.accounts.map(({ id }) => id) ?? [];
  const chosen = account !== undefined && accounts.includes(account) ? account : accounts[0];
  if (chosen === undefined) return;
  const before = store.value?.place;
  if (before?.simulation === simulation && before.account === chosen) return;
  if (before !== undefined && before.simulation !== simulation) feed.unsubscribe(before.simulation);
  const made = new SimulationStore({ simulation, account: chosen }, wanted =>
    feed.subscribe(wanted),
  );
  store.value = made;
  void made.load();
  if (holder.value !== undefined) void showWhatIsTraded(made);
}

/** Shows the instrument that a program asks for, once it asks for one, unless the person has chosen another. */
async function showWhatIsTraded(shown: SimulationStore): Promise<void> {
  const { requests } = await readRequests(shown.place.simulation, { limit: LOOKED_AT }).catch(
    () => ({ requests: [] }),
  );
  const show = (asked: readonly LoggedRequest[]): boolean => {
    const name = asked.map(instrumentAsked).find(each => each !== undefined);
    if (name !== undefined && chosenInstrument.peek() === undefined) chooseInstrument(name);
    return name !== undefined;
  };
  if (show(requests)) return;
  const end = shown.listen(event => {
    if (event.type === 'REQUEST' && show([event.request])) end();
  });
}

/** Reads the list of simulations again; one that is gone is left. */
export async function refreshSimulations(): Promise<void> {
  const list = await listSimulations();
  simulations.value = list;
  const shown = store.value?.place.simulation;
  if (phase.value === 'ready' && !list.some(({ id }) => id === shown)) chooseFirst();
}

/** Reads again what guests have used. */
export async function refreshGuests(): Promise<void> {
  guests.value = await readGuests(guest.value);
}

/** A browser does not tell a page why a server refuses the feed; what a guest has used does. */
async function readUsedUp(): Promise<void> {
  const { value: name } = guest;
  if (name === undefined) return;
  const [usage] = await readGuests(name).catch(() => []);
  if (connection.value !== 'open') usedUp.value = usage && usedUpOf(usage);
}

async function enter(): Promise<void> {
  try {
    const login = await readLogin();
    if (!login.loggedIn) return leave();
    guest.value = login.guest;
    await Promise.all([refreshSimulations(), refreshGuests()]);
  } catch (error) {
    if (error instanceof WireError && error.status === 0) setTimeout(enter, 1000);
    return;
  }
  phase.value = 'ready';
  const place = new URLSearchParams(location.hash.slice(1));
  choose(place.get('simulation') ?? 'main', place.get('account') ?? undefined);
  if (store.value === undefined) chooseFirst();
  feed.open();
}

function chooseFirst(): void {
  const first = simulations.value.find(({ accounts }) => accounts.length > 0);
  if (first === undefined) showNone();
  else choose(first.id);
}

/** A guest may have no simulation. */
function showNone(): void {
  const before = store.value?.place;
  if (before !== undefined) feed.unsubscribe(before.simulation);
  store.value = undefined;
}

function leave(): void {
  feed.close();
  batch(() => {
    phase.value = 'login';
    store.value = undefined;
  });
}

function rememberPlace(): void {
  const place = store.value?.place;
  if (place === undefined) return;
  const { simulation, account } = place;
  history.replaceState(null, '', `#${new URLSearchParams({ simulation, account })}`);
}

function takeEvents(events: readonly FeedEvent[]): void {
  batch(() => {
    for (const event of events) {
      if (event.type === 'SIMULATIONS') void refreshSimulations().catch(() => {});
      else if (isOfSimulation(event) && event.simulation === store.value?.place.simulation) {
        store.value.take(event);
      }
    }
  });
}

function isOfSimulation(event: FeedEvent): event is SimulationEvent {
  return 'simulation' in event && event.type !== 'ERROR';
}
