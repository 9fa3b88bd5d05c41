/**
 * Tests that may be skipped without a word of why. The title of a test that `skipIf` or `runIf` guards says
 * what it needs, so that every list of results does: `[needs python3]`, `[not on Windows]`.
 */

import ts from 'typescript';

const REASON = /\[(needs|not on) [^\]]+\]/;
/** Expressions of titles that add the reason where it holds. */
const REASON_NAMES = /^(why|inBrowser)$/i;

/** The lines, from 1, of calls in `text`, TypeScript, that skip tests without a reason in their title. */
export function silentSkips(text: string): readonly number[] {
  // To parse every test file takes seconds; few of them skip tests.
  if (!/\b(skip|run)If\b/.test(text)) return [];
  const file = ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.Latest);
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isGuarded(node.expression) && isTitled(node)) {
      const [title] = node.arguments as unknown as [ts.Expression];
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      if (!hasReason(title, file)) found.push(line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether the callee is `it.skipIf(x)` or `it.runIf(x)`, or made from it by `each`. */
function isGuarded(callee: ts.Expression): boolean {
  if (!ts.isCallExpression(callee)) return false;
  const { expression } = callee;
  if (!ts.isPropertyAccessExpression(expression)) return isGuarded(expression);
  return /^(skip|run)If$/.test(expression.name.text) || isGuarded(expression.expression);
}

/** Whether the call has a title and a function: `skipIf(x).each(rows)` has none. */
function isTitled({ arguments: given }: ts.CallExpression): boolean {
  return given.length > 1;
}

function hasReason(title: ts.Expression, file: ts.SourceFile): boolean {
  if (REASON.test(title.getText(file))) return true;
  const names = ts.isTemplateExpression(title)
    ? title.templateSpans.map(({ expression }) => expression)
    : ts.isCallExpression(title)
      ? [title.expression]
      : [];
  return names.some(name => REASON_NAMES.test(name.getText(file)));
}
