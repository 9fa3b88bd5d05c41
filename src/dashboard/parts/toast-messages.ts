/** The short messages at the foot of the page, and which of them stay when another comes. Pure. */

export interface ToastMessage {
  readonly text: string;
  readonly kind: 'done' | 'error';
  /** The part of the page that answers: only its newest answer is kept. */
  readonly of?: 'ticket' | 'chart' | 'clock';
  readonly action?: { readonly label: string; run(): void } | undefined;
}

/** The messages that stay beside a newer one. */
export function keptBeside<Message extends ToastMessage>(
  messages: readonly Message[],
  { of }: ToastMessage,
): readonly Message[] {
  return of === undefined ? messages : messages.filter(each => each.of !== of);
}
