/** All mutants of a compiled module. */

import ts from 'typescript';
import { changesOf, staysWhole } from './changes.js';
import { type CodeChange, keyOf, type Mutant } from './mutant.js';

/** What a place stands in: a function or method by its name, or the module. */
interface Owner {
  readonly name: string;
  readonly range: readonly [number, number];
}

/**
 * The mutants of the module in the order of their places.
 * @param path - the module, from the root.
 * @param text - what stands in it.
 */
export function mutantsOf(path: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.JS);
  const mutants: Mutant[] = [];
  const seen = new Map<string, number>();
  const add = (change: CodeChange, { name, range }: Owner) => {
    const first = {
      ...change,
      path,
      owner: name,
      ownerRange: range,
      line: lineAt(text, change.start),
      text: text.slice(change.start, change.end),
      occurrence: 0,
    };
    const key = keyOf(first);
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    mutants.push({ ...first, occurrence });
  };
  const visit = (node: ts.Node, owner: Owner): void => {
    if (staysWhole(node)) return;
    const inside = ownerOf(node) ?? owner;
    for (const change of changesOf(node)) add(change, inside);
    ts.forEachChild(node, child => visit(child, inside));
  };
  visit(source, { name: 'the module', range: [0, text.length] });
  return mutants;
}

/** The function or method that `node` is. Functions without a name belong to what is around them. */
function ownerOf(node: ts.Node): Owner | undefined {
  if (!ts.isFunctionLike(node)) return undefined;
  const range = [node.getStart(), node.getEnd()] as const;
  if (ts.isConstructorDeclaration(node)) return { name: `${classOf(node)}.constructor`, range };
  if (node.name === undefined) return undefined;
  const name = node.name.getText();
  return { name: ts.isClassElement(node) ? `${classOf(node)}.${name}` : name, range };
}

function classOf({ parent }: ts.Node): string {
  return ts.isClassLike(parent) ? (parent.name?.text ?? 'class') : 'object';
}

function lineAt(text: string, offset: number): string {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const to = text.indexOf('\n', offset);
  return text.slice(from, to < 0 ? text.length : to).trim();
}
