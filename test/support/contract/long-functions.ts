/**
 * Functions of test files that are too long. The linter cannot tell the callback of `describe`, which
 * is a list of tests, from other functions; this reads the syntax tree and leaves only that one out.
 */

import ts from 'typescript';

/** A function that is too long. */
export interface LongFunction {
  /** Line of its first character, from 1. */
  readonly line: number;
  /** Lines of it that are not blank, from its first to its last. */
  readonly lines: number;
}

/**
 * Returns the functions of `text`, TypeScript, that have more than `linesMax` lines that are not
 * blank, in the order in which they begin. A function inside another counts for both.
 */
export function longFunctions(text: string, linesMax: number): readonly LongFunction[] {
  const file = ts.createSourceFile('a.test.ts', text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const found: LongFunction[] = [];
  const visit = (node: ts.Node, parent: ts.Node): void => {
    if (ts.isFunctionLike(node) && !isListOfTests(node, parent)) {
      const lines = node.getText(file).split('\n').filter(isNotBlank).length;
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      if (lines > linesMax) found.push({ line: line + 1, lines });
    }
    ts.forEachChild(node, child => visit(child, node));
  };
  visit(file, file);
  return found;
}

function isNotBlank(line: string): boolean {
  return line.trim() !== '';
}

/** Whether the function is what `describe`, `describe.each(...)` or the like calls. */
function isListOfTests(node: ts.Node, parent: ts.Node): boolean {
  return (
    ts.isCallExpression(parent) &&
    parent.arguments.some(each => each === node) &&
    beginsWithDescribe(parent.expression)
  );
}

/** Whether what is called is `describe`, or made from it: `describe.skipIf(x)`, `describe.each` with a table. */
function beginsWithDescribe(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'describe';
  if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) {
    return beginsWithDescribe(callee.expression);
  }
  return ts.isTaggedTemplateExpression(callee) && beginsWithDescribe(callee.tag);
}
