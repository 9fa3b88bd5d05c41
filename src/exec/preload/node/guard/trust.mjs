/**
 * TLS: every context trusts the throw-away authority, also one whose program names its own
 * authorities. The authority can vouch for the broker's domains only.
 */

import { readFileSync } from 'node:fs';
import tls from 'node:tls';

/** Adds the authority. @param {string} path - of its PEM */
export function trustAuthority(path) {
  const pem = readFileSync(path, 'utf8');
  const { createSecureContext } = tls;
  // Node has read the authority at its start for contexts that name none.
  const isDefault = process.env['NODE_EXTRA_CA_CERTS'] === path;
  tls.createSecureContext = options => {
    const made = createSecureContext(options);
    const isOwn = options?.ca !== undefined && options.ca !== null;
    if (isOwn || !isDefault) made.context.addCACert(pem);
    return made;
  };
}
