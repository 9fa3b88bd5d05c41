/** Short messages at the edge of the page, with at most one action. Errors stay until they are closed. */

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

/** All messages, as a live region. */
export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value.map(({ id, text, kind, action }) => (
        <div key={id} class={`toast ${kind}`}>
          <span>{text}</span>
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
      ))}
    </div>
  );
}

function close(id: number): void {
  shown.value = shown.value.filter(each => each.id !== id);
}
