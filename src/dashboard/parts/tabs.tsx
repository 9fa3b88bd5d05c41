/** Tabs: one panel of several is shown. The arrow keys, Home and End move between the tabs. */

import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab {
  readonly id: string;
  readonly title: string;
  /** A count or a sign after the title. */
  readonly badge?: ComponentChildren;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  onSelect(id: string): void;
  /** The panel of the selected tab. */
  readonly children: ComponentChildren;
  /** Controls at the end of the line of tabs. */
  readonly tools?: ComponentChildren;
}

export function Tabs({ label, tabs, selected, onSelect, children, tools }: TabsProps): JSX.Element {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const to = placeAfter(
      event.key,
      tabs.findIndex(tab => tab.id === selected),
      tabs.length,
    );
    const tab = to === undefined ? undefined : tabs[to];
    if (tab === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to as number]?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-line">
        <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
          {tabs.map(tab => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              aria-selected={tab.id === selected}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
            >
              {tab.title}
              {/* The name of a tab stays the same whatever the count is. */}
              {tab.badge !== undefined && (
                <span class="badge" aria-hidden="true">
                  {tab.badge}
                </span>
              )}
            </button>
          ))}
        </div>
        {tools !== undefined && <div class="tab-tools">{tools}</div>}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </div>
  );
}

function placeAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
