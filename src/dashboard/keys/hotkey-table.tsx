/** The hotkeys as the help shows them. */

import type { JSX } from 'preact';
import { HOTKEYS, keyNames } from './hotkeys.js';

const GROUPS = ['Clock', 'Trading', 'Chart', 'Page'] as const;

export function HotkeyTable(): JSX.Element {
  return (
    <div class="hotkeys">
      {GROUPS.map(group => (
        <section key={group} aria-label={`Keys: ${group}`}>
          <h3>{group}</h3>
          <dl>
            {HOTKEYS.filter(row => row.group === group).map(row => (
              <div key={row.action}>
                <dt>
                  {keyNames(row).map(name => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{row.says}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
