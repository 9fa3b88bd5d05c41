/** The request of the ticket: its body, and programs that send it. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import {
  bodyText,
  SAMPLE_LANGUAGES,
  type SampleRequest,
} from '../../broker/api/docs-page/code-samples.js';
import { copyText } from '../parts/copy-text.js';
import { Tabs } from '../parts/tabs.js';
import { store } from '../state/app.js';
import { orderBody } from './order-body.js';
import { replaces, ticketForm } from './ticket-state.js';

const BODY = { id: 'body', label: 'Body', write: ({ body = {} }: SampleRequest) => bodyText(body) };
const WRITERS = [BODY, ...SAMPLE_LANGUAGES];

export function RequestView(): JSX.Element | null {
  const [id, setID] = useState('body');
  const place = store.value?.place;
  if (place === undefined) return null;
  const replaced = replaces.value;
  const orders = `/v3/accounts/${place.account}/orders`;
  const request: SampleRequest = {
    origin: location.origin,
    method: replaced === undefined ? 'POST' : 'PUT',
    path: replaced === undefined ? orders : `${orders}/${replaced}`,
    token: 'ORRERY_TOKEN',
    body: { order: orderBody(ticketForm.value) },
  };
  const writer = WRITERS.find(each => each.id === id) ?? BODY;
  const text = writer.write(request);
  return (
    <details class="request-view">
      <summary>Request: body, curl, Python, TypeScript</summary>
      <Tabs
        label="Request as"
        tabs={WRITERS.map(each => ({ id: each.id, title: each.label }))}
        selected={writer.id}
        onSelect={setID}
        tools={
          <button type="button" onClick={() => copyText(text, writer.label)}>
            Copy
          </button>
        }
      >
        <textarea readOnly rows={12} aria-label={`The request: ${writer.label}`} value={text} />
      </Tabs>
    </details>
  );
}
