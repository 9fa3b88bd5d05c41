/**
 * Short messages in a line of their own at the foot of the page, which is always kept free: they cover
 * nothing, and nothing moves when one comes. The newest is shown, each with at most one action. Errors
 * stay until they are closed.
 */

import { signal } from '@preact/signals';
import type { JSX } from 'preact';

export interface ToastMessage {
  readonly text: string;
  readonly kind: 'done' | 'error';
  readonly action?: { readonly label: string; run(): void } | undefined;
}

interface Shown extends ToastMessage {
  readonly id: number;
}

const SHOWN_MS = 6000;
const MOST = 4;
const shown = signal<readonly Shown[]>([]);
let last = 0;

/** Shows a message. */
export function showToast(message: ToastMessage): void {
  last += 1;
  const id = last;
  shown.value = [...shown.value, { ...message, id }].slice(-MOST);
  if (message.kind === 'done') setTimeout(() => close(id), SHOWN_MS);
}

/** Shows what went wrong. */
export function showError(error: unknown): void {
  showToast({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
}

/** The newest message, as a live region; closing it shows the one before. */
export function Toasts(): JSX.Element {
  const newest = shown.value.at(-1);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {newest !== undefined && (
        <Toast key={newest.id} message={newest} before={shown.value.length - 1} />
      )}
    </div>
  );
}

interface ToastProps {
  readonly message: Shown;
  /** How many older ones wait behind it. */
  readonly before: number;
}

function Toast({ message: { id, text, kind, action }, before }: ToastProps) {
  return (
    <div class={`toast ${kind}`}>
      <span>{text}</span>
      {before > 0 && <small class="faint">{before} more</small>}
      {action !== undefined && (
        <button
          type="button"
          onClick={() => {
            close(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" class="quiet" aria-label="Close" onClick={() => close(id)}>
        ✕
      </button>
    </div>
  );
}

function close(id: number): void {
  shown.value = shown.value.filter(each => each.id !== id);
}
