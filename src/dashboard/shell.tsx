/**
 * The frame of the page: bars at the top, the chart with a column beside it and a drawer of tabs below.
 * On a narrow screen one part is shown at a time, chosen at the bottom.
 */

import type { JSX } from 'preact';
import { WhyDialog } from './bot/why-dialog.js';
import { ChartPanel } from './chart/chart-panel.js';
import { HotkeyListener } from './keys/hotkey-listener.js';
import { Dialog } from './parts/dialog.js';
import { Tabs } from './parts/tabs.js';
import { StatisticsLine } from './practice/statistics.js';
import { TradeNotes } from './practice/trade-notes.js';
import { holder, store } from './state/app.js';
import { drawerTab, isHelpOpen, narrowPart } from './state/layout.js';
import { TopBar } from './top-bar.js';
import { viewsIn } from './views.js';

export function Shell(): JSX.Element {
  // Views of another account begin anew: nothing of the last one may stay.
  const place = store.value?.place;
  const key = place === undefined ? 'none' : `${place.simulation} ${place.account}`;
  return (
    <div class="shell" data-part={narrowPart.value}>
      <button type="button" class="skip" onClick={skipToChart}>
        Skip to the chart
      </button>
      <HotkeyListener />
      <TradeNotes />
      <WhyDialog />
      <TopBar onHelp={() => showHelp(true)} />
      <div class="under-bar" key={`top ${key}`}>
        {viewsIn('top').map(({ id, Component }) => (
          <Component key={id} />
        ))}
      </div>
      <main>
        <section
          class="chart-place"
          id="chart"
          tabIndex={-1}
          aria-label="Chart"
          key={`chart ${key}`}
        >
          <ChartPanel />
        </section>
        <aside class="right-column" aria-label="Trade and account" key={`right ${key}`}>
          {rightViews().map(({ id, title, Component }) => (
            <section key={id} aria-label={title} class={`view view-${id}`}>
              <Component />
            </section>
          ))}
        </aside>
        <Drawer key={`drawer ${key}`} />
      </main>
      <NarrowNavigation />
      {isHelpOpen.value && (
        <Dialog title="Help" onClose={() => showHelp(false)} isWide>
          <Help />
        </Dialog>
      )}
    </div>
  );
}

/** Without a simulation there is nothing to trade. */
function rightViews() {
  return store.value === undefined ? [] : viewsIn('right');
}

function showHelp(isShown: boolean): void {
  isHelpOpen.value = isShown;
}

function skipToChart(): void {
  document.getElementById('chart')?.focus();
}

function Drawer() {
  const views = viewsIn('drawer');
  const first = holder.value === undefined ? 'trades' : 'bot';
  const chosen = drawerTab.value === '' ? first : drawerTab.value;
  // All other tabs are about a simulation.
  const wanted = store.value === undefined && chosen !== 'guests' ? 'simulations' : chosen;
  const shown = views.find(({ id }) => id === wanted) ?? views[0];
  if (shown === undefined) return null;
  return (
    <section class="drawer" aria-label="Tables">
      <Tabs
        label="Tables"
        tabs={views.map(view => ({ ...view, ...badgeOf(view.id) }))}
        selected={shown.id}
        tools={<StatisticsLine />}
        onSelect={id => {
          drawerTab.value = id;
        }}
      >
        <h2 class="unseen">{shown.title}</h2>
        <shown.Component key={shown.id} />
      </Tabs>
    </section>
  );
}

/** How many rows of a kind are open, after the title of their tab. */
function badgeOf(id: string): { readonly badge?: number } {
  const account = store.value?.account.value;
  const open = id === 'trades' ? account?.trades : id === 'orders' ? account?.orders : undefined;
  return open === undefined || open.size === 0 ? {} : { badge: open.size };
}

function Help() {
  return (
    <>
      {viewsIn('help').map(({ id, Component }) => (
        <Component key={id} />
      ))}
      <p>
        Every action of this page is a request that a script can send: see the{' '}
        <a href="/docs">pages of the API</a>. Charts by{' '}
        <a href="https://www.tradingview.com/" rel="noreferrer">
          TradingView Lightweight Charts
        </a>
        .
      </p>
    </>
  );
}

/** What a narrow screen shows one at a time: a part, or a tab of the drawer. */
const PLACES = [
  { title: 'Chart', part: 'chart' },
  { title: 'Trades', part: 'tables', tab: 'trades' },
  { title: 'Orders', part: 'tables', tab: 'orders' },
  { title: 'Watch', part: 'watch' },
  { title: 'Journal', part: 'tables', tab: 'notes' },
  { title: 'More', part: 'tables', tab: 'account' },
] as const;
type Place = (typeof PLACES)[number];
const OWN_TABS = ['trades', 'orders', 'notes'];

function NarrowNavigation() {
  return (
    <nav class="narrow-navigation" aria-label="Parts of the page">
      {PLACES.map(place => (
        <button
          key={place.title}
          type="button"
          aria-current={isAt(place) ? 'page' : undefined}
          onClick={() => {
            narrowPart.value = place.part;
            if ('tab' in place) drawerTab.value = place.tab;
          }}
        >
          {place.title}
        </button>
      ))}
    </nav>
  );
}

/** Whether a place is the shown one; tabs without a place of their own are under the last. */
function isAt(place: Place): boolean {
  if (place.part !== narrowPart.value) return false;
  if (!('tab' in place)) return true;
  const isOwn = OWN_TABS.includes(drawerTab.value);
  return isOwn ? place.tab === drawerTab.value : place.tab === 'account';
}
