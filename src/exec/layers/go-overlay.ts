/**
 * The third way to hold a program, for Go: files of its library that are put in the place of Go's own when a program is built
 * under `exec` (`go build -overlay`). A few lines of the library are changed, which must be there as they are known.
 * Source: decision 0083.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A text in a file of Go's library, and what takes its place, everywhere in the file. */
type Change = readonly [from: string, to: string];

const IS_OTHER = '&& orreryBubble == nil';

/** The changes by file, in the folder `src` of Go. */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  // The bubble of the program counts nothing: its threads are looked at.
  'runtime/synctest.go': [
    [
      '\ttotalDelta := 0\n\twasRunning := true\n',
      '\tif bubble == orreryBubble {\n\t\treturn\n\t}\n\ttotalDelta := 0\n\twasRunning := true\n',
    ],
    ...['incActive', 'decActive'].map((name): Change => {
      const head = `func (bubble *synctestBubble) ${name}() {\n`;
      return [head, `${head}\tif bubble == orreryBubble {\n\t\treturn\n\t}\n`];
    }),
    [
      'func synctest_isInBubble() bool {\n\treturn getg().bubble != nil\n',
      'func synctest_isInBubble() bool {\n\treturn getg().bubble != nil && getg().bubble != orreryBubble\n',
    ],
  ],
  // Goroutines of the runtime, such as that of finalizers, are outside of it, and may do all that they do.
  'runtime/chan.go': [
    [
      'if c.bubble != nil && getg().bubble != c.bubble {',
      `if c.bubble != nil && getg().bubble != c.bubble ${IS_OTHER} {`,
    ],
  ],
  'runtime/sema.go': [
    [
      'if s.g.bubble != nil && getg().bubble != s.g.bubble {',
      `if s.g.bubble != nil && getg().bubble != s.g.bubble ${IS_OTHER} {`,
    ],
  ],
  'runtime/select.go': [
    ['if getg().bubble != cas.c.bubble {', `if getg().bubble != cas.c.bubble ${IS_OTHER} {`],
    [
      'j := cheaprandn(uint32(norder + 1))\n',
      'j := cheaprandn(uint32(norder + 1))\n\t\tif orreryBubble != nil && gp.bubble == orreryBubble {\n' +
        '\t\t\tj = uint32(orreryNext(&gp.orreryStream) % uint64(norder+1))\n\t\t}\n',
    ],
  ],
  'runtime/time.go': [
    ['if t.isFake && getg().bubble == nil {', `if t.isFake && getg().bubble == nil ${IS_OTHER} {`],
    [
      'if t.isFake && getg().bubble != c.bubble {',
      `if t.isFake && getg().bubble != c.bubble ${IS_OTHER} {`,
    ],
    [
      'if t.isFake && c.bubble != getg().bubble {',
      `if t.isFake && c.bubble != getg().bubble ${IS_OTHER} {`,
    ],
    ['now = getg().bubble.now', 'now = c.bubble.now'],
    ...['throw("fake', 'throw("invalid'].map((end): Change => {
      const start = '\t\tbubble := getg().bubble\n\t\tif bubble == nil {\n';
      const own = '\t\t\tbubble = orreryBubble\n\t\t}\n\t\tif bubble == nil {\n';
      return [`${start}\t\t\t${end}`, `${start}${own}\t\t\t${end}`];
    }),
    ['t.rand = cheaprand()', 'orreryOrder++\n\t\t\tt.rand = orreryOrder'],
  ],
  // Deadlines of connections.
  'runtime/netpoll.go': [
    [
      '\t\td += nanotime()\n',
      '\t\tif orreryBubble != nil && getg().bubble == orreryBubble {\n\t\t\td += orreryBubble.now\n' +
        '\t\t\tpd.rt.isFake, pd.wt.isFake = true, true\n\t\t} else {\n\t\t\td += nanotime()\n\t\t}\n',
    ],
  ],
  'runtime/runtime2.go': [
    [
      '\tbubble  *synctestBubble\n',
      '\tbubble  *synctestBubble\n\n\torreryStream uint64 // state of its random numbers\n',
    ],
  ],
  // No goroutine loses its turn because it is slow, and none gets another's while that one writes a file.
  'runtime/proc.go': [
    [
      '\t\tnewg.bubble = callergp.bubble\n',
      '\t\tnewg.bubble = callergp.bubble\n\t\tif orreryBubble != nil && newg.bubble == orreryBubble {\n' +
        '\t\t\tnewg.orreryStream = orrerySeedOf(callergp)\n\t\t}\n',
    ],
    [
      '} else if pd.schedwhen+forcePreemptNS <= now {',
      '} else if orreryBubble == nil && pd.schedwhen+forcePreemptNS <= now {',
    ],
    [
      'if runqempty(pp) && sched.nmspinning.Load()+sched.npidle.Load() > 0 && ',
      'if orreryBubble != nil && pd.syscallwhen+1000*1000*1000 > now || ' +
        'runqempty(pp) && sched.nmspinning.Load()+sched.npidle.Load() > 0 && ',
    ],
  ],
  'runtime/debug.go': [
    [
      '\tlock(&sched.lock)\n\tret := int(gomaxprocs)\n',
      '\tif orreryBubble != nil {\n\t\tn = min(n, 1)\n\t}\n\tlock(&sched.lock)\n\tret := int(gomaxprocs)\n',
    ],
  ],
  'runtime/rand.go': [
    [
      'func rand() uint64 {\n',
      'func rand() uint64 {\n\tif gp := getg(); orreryBubble != nil && gp.bubble == orreryBubble {\n' +
        '\t\treturn orreryNext(&gp.orreryStream)\n\t}\n',
    ],
    [
      '\tglobalRand.state.Init(*seed)\n',
      '\tif state, isHeld := orrerySeed(); isHeld {\n\t\tfor i := range seed {\n' +
        '\t\t\tseed[i] = byte(orreryNext(&state))\n\t\t}\n\t}\n\tglobalRand.state.Init(*seed)\n',
    ],
  ],
  'crypto/internal/sysrand/rand.go': [
    ['func Read(b []byte) {\n', 'func Read(b []byte) {\n\tif orreryRandom(b) {\n\t\treturn\n\t}\n'],
    [
      '// fatal is [runtime.fatal]',
      '//go:linkname orreryRandom\nfunc orreryRandom(b []byte) bool\n\n// fatal is [runtime.fatal]',
    ],
  ],
};

/** A folder of the run. */
interface Place {
  readonly path: string;
}

/**
 * Writes the overlay for the Go that the program would find.
 * @param env - of the program
 * @param added - folder of the files that are added to Go's library
 * @returns GOFLAGS of the program, or why its Go programs cannot be held, as a sentence; undefined without Go
 */
export function goFlags(
  env: NodeJS.ProcessEnv,
  place: Place,
  added: string,
): { readonly flags: string } | { readonly trouble: string } | undefined {
  let facts: { readonly GOROOT: string; readonly GOFLAGS: string; readonly GOVERSION: string };
  try {
    const args = ['env', '-json', 'GOROOT', 'GOFLAGS', 'GOVERSION'];
    facts = JSON.parse(execFileSync('go', args, { env, encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    return undefined;
  }
  if (/(?:^|\s)-overlay\b/.test(facts.GOFLAGS)) {
    return { trouble: 'GOFLAGS has an -overlay of its own, so that Go programs are not held' };
  }
  const overlay = overlayOf(join(facts.GOROOT, 'src'), join(place.path, 'go'), added);
  if (overlay === undefined) {
    const rule = 'Go 1.25 and 1.26 are, and others run in real time';
    return { trouble: `${facts.GOVERSION} is not one whose programs can be held: ${rule}` };
  }
  const path = join(place.path, 'overlay.json');
  writeFileSync(path, JSON.stringify({ Replace: overlay }));
  const flag = /\s/.test(path) ? `'-overlay=${path}'` : `-overlay=${path}`;
  return { flags: [facts.GOFLAGS, flag].filter(Boolean).join(' ') };
}

/** The files of the overlay by those in whose place they are; undefined when a text is not there. */
function overlayOf(library: string, folder: string, added: string) {
  const overlay: Record<string, string> = {};
  for (const [name, changes] of Object.entries(CHANGES)) {
    const text = changed(join(library, name), changes);
    if (text === undefined) return undefined;
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    overlay[join(library, name)] = path;
  }
  for (const room of readdirSync(added)) {
    for (const name of readdirSync(join(added, room))) {
      overlay[join(library, room, name)] = join(added, room, name);
    }
  }
  return overlay;
}

function changed(file: string, changes: readonly Change[]): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  for (const [from, to] of changes) {
    if (!text.includes(from)) return undefined;
    text = text.replaceAll(from, () => to);
  }
  return text;
}
