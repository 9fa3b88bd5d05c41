/**
 * The tree of forks: which simulation was forked from which, as lines from top to bottom.
 */

/** What the tree reads of a simulation. */
export interface ForkNode {
  readonly id: string;
  readonly parent?: string | undefined;
}

/** One line of the tree. */
export interface TreeLine<T extends ForkNode> {
  readonly simulation: T;
  /** Forks between it and its root. */
  readonly depth: number;
  /** For each level above it, outermost first: whether that branch goes on below this line. */
  readonly goesOn: readonly boolean[];
  /** Whether it is the last fork of its parent. */
  readonly isLast: boolean;
}

/**
 * The simulations as a tree, each before its forks, in the order of the list. A fork whose parent is
 * gone is a root.
 */
export function forkTree<T extends ForkNode>(simulations: readonly T[]): readonly TreeLine<T>[] {
  const known = new Set(simulations.map(({ id }) => id));
  const isRoot = ({ parent }: T) => parent === undefined || !known.has(parent);
  const linesOf = (each: T, goesOn: readonly boolean[], isLast: boolean): TreeLine<T>[] => {
    const forks = simulations.filter(({ parent }) => parent === each.id);
    const isFork = known.has(each.parent ?? '');
    const below = isFork ? [...goesOn, !isLast] : [];
    const own = { simulation: each, depth: isFork ? goesOn.length + 1 : 0, goesOn, isLast };
    return [own, ...forks.flatMap((fork, at) => linesOf(fork, below, at === forks.length - 1))];
  };
  return simulations.filter(isRoot).flatMap(root => linesOf(root, [], true));
}
