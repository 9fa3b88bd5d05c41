/**
 * What of an order is rarely used, behind "more". What is set there is shown as a chip while it is closed, so that
 * nothing of the last order goes with the next one unseen.
 */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FieldGroup, TicketFieldRow, TicketType } from './order-fields.js';
import { TicketField } from './ticket-field.js';
import { isTerm, isTried, refusal, setField, ticketErrors, typedValues } from './ticket-state.js';

/** The fields and groups of a type that are not in view by themselves. */
export function More({ row }: { readonly row: TicketType }): JSX.Element {
  const fields = row.fields.filter(({ path }) => !isInView(row, path));
  const groups = row.groups.map(({ title, fields: all }) => ({
    title,
    fields: all.filter(({ path }) => !isTerm(path)),
  }));
  const every = [...fields, ...groups.flatMap(group => group.fields)];
  const [isOpen, setOpen] = useOpening(every);
  return (
    <div class="ticket-more">
      <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>More: lifetime, trailing, guaranteed, ids</summary>
        <Fields fields={fields} />
        {groups.map(group => (
          <Group key={group.title} group={group} />
        ))}
      </details>
      {!isOpen && <Chips fields={fields} groups={groups} />}
    </div>
  );
}

/** Whether a field stands in the ticket itself: of an order that closes a trade, which one and at what. */
export function isInView({ closesTrade }: TicketType, path: string): boolean {
  if (closesTrade) return path === 'tradeID' || path === 'price' || path === 'distance';
  return path === 'price' || isTerm(path);
}

/** Fields side by side; a date only where the order is good till one. */
export function Fields({ fields }: { readonly fields: readonly TicketFieldRow[] }): JSX.Element {
  const values = typedValues.value;
  const isAsked = ({ path, kind }: TicketFieldRow) =>
    kind !== 'time' || values[path.replace('gtdTime', 'timeInForce')] === 'GTD';
  return (
    <div class="field-pairs">
      {fields.filter(isAsked).map(field => (
        <TicketField key={field.path} field={field} />
      ))}
    </div>
  );
}

/** A group is a list of its own under "more", with a head. */
function Group({ group: { title, fields } }: { readonly group: FieldGroup }) {
  return (
    <fieldset class="ticket-group">
      <legend>{title}</legend>
      <Fields fields={fields} />
    </fieldset>
  );
}

interface ChipsProps {
  readonly fields: readonly TicketFieldRow[];
  readonly groups: readonly FieldGroup[];
}

/** What is set while it is not seen; a click takes it out. */
function Chips({ fields, groups }: ChipsProps) {
  const values = typedValues.value;
  const named = [
    ...fields.map(field => ({ ...field, title: field.label })),
    ...groups.flatMap(({ title, fields: own }) =>
      own.map(field => ({ ...field, title: `${title}: ${field.label.toLowerCase()}` })),
    ),
  ].filter(({ path }) => (values[path] ?? '') !== '');
  if (named.length === 0) return null;
  return (
    <ul class="chips" aria-label="Set under more">
      {named.map(({ path, title }) => (
        <li key={path}>
          <button
            type="button"
            aria-label={`Take out ${title} ${values[path]}`}
            onClick={() => setField(path, '')}
          >
            {title} {values[path]} ✕
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Whether it is open. What is wrong with a field opens it; only the person closes it, because fields that
 * close while a number is typed keep half of it for the next order.
 */
function useOpening(fields: readonly TicketFieldRow[]) {
  const [isOpen, setOpen] = useState(false);
  const isWrong = fields.some(
    ({ path }) => refusal.value?.field === path || (isTried.value && path in ticketErrors.value),
  );
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  return [isOpen, setOpen] as const;
}
