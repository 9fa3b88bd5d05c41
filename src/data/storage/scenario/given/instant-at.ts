/** Instants of a scenario or study. */

import { type Instant, parseInstant } from '../../../../core/time/instant.js';
import type { DocumentPath, ScenarioDocument } from '../../document/document.js';

/** The instant that `text` at `path` names. @throws InputError */
export function instantAt(document: ScenarioDocument, path: DocumentPath, text: string): Instant {
  const parsed = parseInstant(text);
  if (parsed === undefined) {
    throw document.error(path, `must be an RFC 3339 time with a zone, was ${text}`);
  }
  return parsed.at;
}
