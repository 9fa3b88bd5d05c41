/** A button with a list of actions. The arrow keys move in the list, Escape closes it. */

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

export interface MenuItem {
  readonly label: string;
  run(): void;
  readonly isDisabled?: boolean;
}

export interface MenuProps {
  /** What the button shows. */
  readonly children: ComponentChildren;
  /** Name for screen readers. */
  readonly label: string;
  readonly items: readonly MenuItem[];
}

export function Menu({ children, label, items }: MenuProps): JSX.Element {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    itemsOf(box.current)[0]?.focus();
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  const move = (event: KeyboardEvent) => moveIn(box.current, event, close);
  return (
    <div class="menu" ref={box}>
      <button
        type="button"
        onKeyDown={move}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      <div role="menu" id={id} aria-label={label} hidden={!isOpen} tabIndex={-1} onKeyDown={move}>
        <Items items={items} onClose={close} />
      </div>
    </div>
  );
}

export interface MenuListProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Closes the menu: before an item runs, on Escape, and on a press outside. */
  onClose(): void;
}

/** A list of actions without a button, which has the focus from the start. */
export function MenuList({ label, items, onClose }: MenuListProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    itemsOf(box.current)[0]?.focus();
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) onClose();
    };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, [onClose]);
  return (
    <div
      role="menu"
      ref={box}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={event => moveIn(box.current, event, onClose)}
    >
      <Items items={items} onClose={onClose} />
    </div>
  );
}

function Items({ items, onClose }: Pick<MenuListProps, 'items' | 'onClose'>) {
  return (
    <>
      {items.map(item => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={item.isDisabled}
          onClick={() => {
            onClose();
            item.run();
          }}
        >
          {item.label}
        </button>
      ))}
    </>
  );
}

function itemsOf(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role=menuitem]:enabled') ?? [])];
}

function moveIn(box: HTMLElement | null, event: KeyboardEvent, close: () => void): void {
  if (event.key === 'Escape') close();
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const items = itemsOf(box);
  if (step === 0 || items.length === 0) return;
  event.preventDefault();
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[(at + step + items.length) % items.length]?.focus();
}
