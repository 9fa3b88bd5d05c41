/**
 * The paths that there are, by their patterns: which pattern a path has, whatever the method. Of several
 * patterns the one with the earlier fixed segment counts, as in the router.
 */

const PARAMETER = ':';
const REST = '*';
const END_OF_PATH = /[?#]/;

interface Place {
  readonly fixed: Map<string, Place>;
  parameter?: Place;
  /** The pattern that ends here. */
  pattern?: string;
  /** The pattern that ends here with whatever follows. */
  rest?: string;
}

/**
 * Owns a tree of patterns by segment. `add` extends it while the server is built; look-ups change
 * nothing.
 */
export class PathTable {
  readonly #root: Place = { fixed: new Map() };

  /** Adds a pattern: segments such as `accounts`, `:accountID` and, at the end, `*`. */
  add(pattern: string): void {
    let place = this.#root;
    for (const segment of pattern.split('/')) {
      if (segment === REST) {
        place.rest = pattern;
        return;
      }
      place = segment.startsWith(PARAMETER) ? parameterOf(place) : fixedOf(place, segment);
    }
    place.pattern = pattern;
  }

  /** The pattern of the path in a URL, which decodes; undefined for a path that there is not. */
  find(url: string): string | undefined {
    const [path = ''] = url.split(END_OF_PATH, 1);
    return found(this.#root, decodeURI(path).split('/'), 0);
  }
}

function parameterOf(place: Place): Place {
  place.parameter ??= { fixed: new Map() };
  return place.parameter;
}

function fixedOf(place: Place, segment: string): Place {
  const next = place.fixed.get(segment) ?? { fixed: new Map() };
  place.fixed.set(segment, next);
  return next;
}

function found(place: Place, segments: readonly string[], at: number): string | undefined {
  const segment = segments[at];
  if (segment === undefined) return place.pattern;
  const fixed = place.fixed.get(segment);
  return (
    (fixed && found(fixed, segments, at + 1)) ??
    (place.parameter && found(place.parameter, segments, at + 1)) ??
    place.rest
  );
}
