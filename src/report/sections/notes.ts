/** What people wrote during a served session, with their pictures of the chart. */

import type { RecordedNote } from '../../data/record/recorded-notes.js';
import { timeText } from '../html/format.js';
import { type Html, html, NOTHING } from '../html/html.js';

/** The notes in the order of simulated time. Their texts are text, whatever they hold. */
export function notesSection(notes: readonly RecordedNote[]): Html {
  return html`<ol class="notes">
${notes.map(noteItem)}</ol>`;
}

function noteItem({ time, text, picture, transactionID }: RecordedNote): Html {
  const about = transactionID === undefined ? '' : ` · transaction ${transactionID}`;
  const when = `${timeText(time)} UTC`;
  return html`<li><p class="note"><time datetime="${time}">${when}</time>${about}</p>
<p class="text">${text}</p>
${picture === undefined ? NOTHING : html`<img src="${picture}" alt="The chart as it was noted at ${when}">\n`}</li>
`;
}
