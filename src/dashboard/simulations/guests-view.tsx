/** The guests of the server and what each has used of the quotas; a guest sees only itself. */

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Column } from '../parts/table-column.js';
import { VirtualTable } from '../parts/virtual-table.js';
import { guests, refreshGuests } from '../state/app.js';
import type { GuestUsage } from '../wire/session.js';

/** How often the use is read while it is looked at, in wall milliseconds. */
const FRESH_MS = 2_000;
const MIB = 1_048_576;
const MINUTE_S = 60;

export function GuestsView(): JSX.Element {
  useEffect(() => {
    const read = () => refreshGuests().catch(() => {});
    void read();
    const timer = setInterval(read, FRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const shown = guests.value;
  return (
    <VirtualTable<GuestUsage>
      label="guests, and what they have used of their quotas"
      columns={COLUMNS}
      total={shown.length}
      rowAt={index => shown[index]}
      empty="No guest."
    />
  );
}

const COLUMNS: readonly Column<GuestUsage>[] = [
  { id: 'name', title: 'Guest', width: 10, cell: ({ name }) => name },
  {
    id: 'simulations',
    title: 'Simulations',
    width: 8,
    cell: ({ used, quotas }) => ofQuota(String(used.simulations), quotas.simulations),
  },
  {
    id: 'bytes',
    title: 'Size, MiB',
    width: 9,
    cell: ({ used, quotas }) => ofQuota(mib(used.bytes), quotas.bytes && mib(quotas.bytes)),
  },
  {
    id: 'cpuSeconds',
    title: 'CPU seconds, this hour',
    width: 12,
    cell: ({ used, quotas }) => ofQuota(used.cpuSeconds.toFixed(1), quotas.cpuSeconds),
  },
  {
    id: 'secondsLeft',
    title: 'Next hour in',
    width: 7,
    cell: ({ secondsLeft }) => `${Math.ceil(secondsLeft / MINUTE_S)} min`,
  },
  {
    id: 'streams',
    title: 'Streams',
    width: 7,
    cell: ({ used, quotas }) => ofQuota(String(used.streams), quotas.streams),
  },
];

/** What is used of a quota: `2 of 5`, or `2` where there is no limit. */
function ofQuota(used: string, quota: number | string | undefined): string {
  return quota === undefined ? used : `${used} of ${quota}`;
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}
