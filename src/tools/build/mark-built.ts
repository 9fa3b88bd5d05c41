/**
 * The last step of the build: removes compiled modules whose sources are gone, and notes what was
 * compiled, so that tests do not compile it again.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, compiledDigest } from './compiled-digest.js';
import { removeOrphans } from './orphans.js';
import { ROOT } from './root.js';

removeOrphans(ROOT);
writeFileSync(join(ROOT, BUILT), compiledDigest(ROOT));
