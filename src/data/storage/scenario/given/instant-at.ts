/** Instants of a scenario or study. */

import { type Instant, parseInstant, RFC3339_RULE } from '../../../../core/time/instant.js';
import type { DocumentPath, ScenarioDocument } from '../../document/document.js';

/** The instant that `text` at `path` names. @throws InputError */
export function instantAt(document: ScenarioDocument, path: DocumentPath, text: string): Instant {
  const parsed = parseInstant(text);
  if (parsed === undefined) {
    throw document.error(path, `${RFC3339_RULE}, was ${text}`);
  }
  return parsed.at;
}
