/** The last step of the build: notes what was compiled, so that tests do not compile it again. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, compiledDigest } from './compiled-digest.js';
import { ROOT } from './root.js';

writeFileSync(join(ROOT, BUILT), compiledDigest(ROOT));
