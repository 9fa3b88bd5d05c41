/**
 * A dialog over the page, by the browser's own element: it holds the focus, and Escape closes it. What is
 * typed at once goes into its first field.
 */

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

export interface DialogProps {
  readonly title: string;
  /** Called when the dialog is to be closed; its owner takes it out of the page. */
  onClose(): void;
  readonly children: ComponentChildren;
  /** Buttons at the foot. */
  readonly actions?: ComponentChildren;
  readonly isWide?: boolean;
}

export function Dialog({ title, onClose, children, actions, isWide }: DialogProps): JSX.Element {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    const field = dialog?.querySelector<HTMLInputElement>('.dialog-body input');
    field?.focus();
    field?.select();
    return () => {
      // A dialog that is taken out of the page while it is open gives no focus back, and lets nothing else have it.
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={isWide ? 'wide' : undefined}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={onClose}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      <div class="dialog-body">{children}</div>
      {actions !== undefined && <footer>{actions}</footer>}
    </dialog>
  );
}
