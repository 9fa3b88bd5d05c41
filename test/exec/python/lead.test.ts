import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/files/paths.js';
import { hasPython, PYTHON } from '../../support/python/run-python.js';

/** As lead.test.ts of Node's preload: how far a Python program goes by itself. Decisions 0082 and 0094. */
const SOURCE = `
from orrery_preload.virtual.lead import Lead
class Connections:
    sendings = 1
    at = [[7, 100, 50], [3, 1, 2]]
    def rows(self): return [list(row) for row in self.at]
connections = Connections()
lead = Lead(connections, 10)
seen = [lead.may_go(20)]
lead.hear({'now': 15, 'free': 35}, 10)
seen += [lead.may_go(30), lead.may_go(36), lead.is_ahead(30), lead.is_ahead(15)]
connections.sendings = 2
seen += [lead.may_go(31)]
print(*seen)
lead.said(30, connections.rows())
answered = [[3, 1, 2], [7, 100, 90]]
lead.hear({'free': 60, 'at': answered}, 30)
seen = [lead.may_go(40)]
connections.at[0] = [7, 100, 90]
seen += [lead.may_go(40), lead.may_go(61)]
connections.at[0] = [7, 140, 90]
seen += [lead.may_go(50)]
print(*seen)
connections.at[0] = [7, 140, 95]
lead.said(50, connections.rows())
lead.hear({'free': 90, 'at': sorted(connections.at)}, 50)
print(lead.may_go(70))
`;

it.skipIf(!hasPython())('a Python program goes on by itself as it was told [needs python3]', () => {
  const path = join(ROOT, 'src', 'exec', 'preload', 'python');
  const output = execFileSync(PYTHON, ['-S', '-c', SOURCE], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: path },
  });
  // After an answer that it has read, and no further; not after it has sent again or has said that it waits.
  expect(output.split('\n')).toEqual([
    'False True False True False False',
    'False True False False',
    'False',
    '',
  ]);
});
