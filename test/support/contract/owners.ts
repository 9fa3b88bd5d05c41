/**
 * Classes that own state, read from their syntax: a field that is set again, or one that holds a
 * collection. What a field refers to may change without the class, and is not seen.
 */

import ts from 'typescript';

const COLLECTION = /^(?:new )?(?:Weak)?(?:Map|Set)\b/;

/** The names of the classes of `text` that own state and whose comment does not say what they own. */
export function ownersWithoutWord(text: string): readonly string[] {
  if (!/\bclass\b/.test(text)) return [];
  const file = ts.createSourceFile('a.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  return file.statements
    .filter(ts.isClassDeclaration)
    .filter(each => !isError(each) && each.members.some(isState))
    .filter(each => !/\b[Oo]wns\b/.test(commentOf(each, text)))
    .map(each => each.name?.text ?? '');
}

function isState(member: ts.ClassElement): boolean {
  if (!ts.isPropertyDeclaration(member) || has(member, ts.SyntaxKind.StaticKeyword)) return false;
  if (!has(member, ts.SyntaxKind.ReadonlyKeyword)) return true;
  const { type, initializer } = member;
  return COLLECTION.test(type?.getText() ?? '') || COLLECTION.test(initializer?.getText() ?? '');
}

function has(member: ts.PropertyDeclaration, kind: ts.SyntaxKind): boolean {
  return member.modifiers?.some(modifier => modifier.kind === kind) ?? false;
}

function isError({ heritageClauses = [] }: { heritageClauses?: readonly ts.HeritageClause[] }) {
  return heritageClauses.some(({ types }) => /Error$/.test(types[0]?.expression.getText() ?? ''));
}

function commentOf(node: ts.ClassDeclaration, text: string): string {
  return text.slice(node.pos, node.getStart());
}
