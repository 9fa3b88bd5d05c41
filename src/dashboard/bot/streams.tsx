/** The streams that are open, and how far behind their readers are. */

import type { JSX } from 'preact';
import { grouped, timeText } from '../parts/format.js';
import type { FeedStream } from '../wire/feed-events.js';

export function Streams({ streams }: { readonly streams: readonly FeedStream[] }): JSX.Element {
  return (
    <section aria-label="Streams">
      <h3>Streams</h3>
      {streams.length === 0 && <p class="faint">No program reads a stream.</p>}
      <ul class="plain">
        {streams.map(({ id, kind, account, openedAt, pendingBytes, conflated, lastSent }) => (
          <li key={id}>
            <strong>{kind}</strong> of {account}
            <br />
            <span class="faint">
              open since {timeText(openedAt)}
              {lastSent !== undefined && `, last line ${timeText(lastSent)}`}
            </span>
            <br />
            <span class={pendingBytes > 0 ? 'error' : 'faint'}>
              lag: {grouped(String(pendingBytes))} bytes not read, {grouped(String(conflated))}{' '}
              prices left out
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
