/**
 * Which changes a node of a compiled module allows. A message that only a person reads is not changed, nor an
 * assertion: what it holds is always so, and no test can see it go.
 */

import ts from 'typescript';
import type { CodeChange, MutantKind } from './mutant.js';

const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
};
/** Methods of numbers, of lists and of Decimal, and what takes their place. */
const METHODS: Readonly<Record<string, string>> = {
  plus: 'minus',
  minus: 'plus',
  times: 'div',
  div: 'times',
  lt: 'lte',
  lte: 'lt',
  gt: 'gte',
  gte: 'gt',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
};
/** Names of properties whose text only people read. */
const FOR_PEOPLE = new Set(['description', 'summary', 'title', 'example', 'examples']);

/** The changes of one node, without those of the nodes in it. */
export function changesOf(node: ts.Node): readonly CodeChange[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isPrefixUnaryExpression(node)) return ofPrefix(node);
  if (ts.isPostfixUnaryExpression(node))
    return [swappedStep(node.operator, node.operand.getEnd(), node.getEnd())];
  if (ts.isIfStatement(node)) return ofCondition(node.expression, ['false']);
  if (ts.isConditionalExpression(node)) return ofCondition(node.condition, []);
  if (ts.isExpressionStatement(node)) return ofStatement(node);
  if (isExit(node)) return ofExit(node);
  if (ts.isCallExpression(node)) return ofCall(node);
  return [...ofConstant(node), ...ofAbsence(node)];
}

/** Whether a node and all that is in it stay: imports, assertions, and messages to people. */
export function staysWhole(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name))
    return FOR_PEOPLE.has(node.name.text);
  if (ts.isThrowStatement(node)) return true;
  return ts.isCallExpression(node) && /^assert/.test(node.expression.getText());
}

function change(kind: MutantKind, [start, end]: readonly [number, number], replacement: string) {
  return { kind, start, end, replacement };
}

function rangeOf(node: ts.Node): [number, number] {
  return [node.getStart(), node.getEnd()];
}

function ofBinary(node: ts.BinaryExpression): readonly CodeChange[] {
  const { left, operatorToken, right } = node;
  const operator = operatorToken.getText();
  const place = rangeOf(operatorToken);
  if (operator in COMPARISONS)
    return (COMPARISONS[operator] ?? []).map(other => change('comparison', place, other));
  if (operator === '&&') return [change('condition', place, '||')];
  if (operator === '||') return [change('condition', place, '&&')];
  if (operator === '??') return [change('absence', rangeOf(node), left.getText())];
  const other = ARITHMETIC[operator];
  if (other === undefined || isText(left) || isText(right)) return [];
  return [change('arithmetic', place, other)];
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function ofPrefix(node: ts.PrefixUnaryExpression): readonly CodeChange[] {
  const { operator, operand } = node;
  const place: [number, number] = [node.getStart(), operand.getStart()];
  if (operator === ts.SyntaxKind.ExclamationToken) return [change('condition', place, '')];
  if (operator === ts.SyntaxKind.MinusToken) return [change('arithmetic', place, '')];
  if (operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken)
    return [swappedStep(operator, ...place)];
  return [];
}

/** `++` for `--`, and the other way. */
function swappedStep(operator: ts.PrefixUnaryOperator, start: number, end: number): CodeChange {
  const other = operator === ts.SyntaxKind.PlusPlusToken ? '--' : '++';
  return change('arithmetic', [start, end], other);
}

/** The condition negated, which swaps the branches, and set to each of `values`. Comparisons have changes of their own. */
function ofCondition(condition: ts.Expression, values: readonly string[]): readonly CodeChange[] {
  const set = values.map(value => change('condition', rangeOf(condition), value));
  const changesItself = ts.isBinaryExpression(condition) || ts.isPrefixUnaryExpression(condition);
  if (changesItself) return set;
  return [change('condition', rangeOf(condition), `!(${condition.getText()})`), ...set];
}

function ofStatement(node: ts.ExpressionStatement): readonly CodeChange[] {
  const { expression } = node;
  if (staysWhole(expression)) return [];
  if (ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword)
    return [];
  return [change('statement', rangeOf(node), ';')];
}

function isExit(node: ts.Node): boolean {
  return ts.isReturnStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node);
}

/** An exit before the end of a function or of a loop. A `break` or `return` of a case stays. */
function ofExit(node: ts.Node): readonly CodeChange[] {
  const { parent } = node;
  const isEarly =
    ts.isIfStatement(parent) ||
    (ts.isBlock(parent) && !ts.isFunctionLike(parent.parent) && !ts.isCaseClause(parent.parent));
  return isEarly ? [change('exit', rangeOf(node), ';')] : [];
}

function ofCall(node: ts.CallExpression): readonly CodeChange[] {
  const { expression, questionDotToken } = node;
  const changes = questionDotToken === undefined ? [] : ofAbsence(node);
  if (!ts.isPropertyAccessExpression(expression)) return changes;
  const other = METHODS[expression.name.text];
  if (other === undefined) return changes;
  return [...changes, change('call', rangeOf(expression.name), other)];
}

function ofConstant(node: ts.Node): readonly CodeChange[] {
  if (ts.isNumericLiteral(node))
    return [change('constant', rangeOf(node), node.text === '1' ? '0' : `(${node.getText()} + 1)`)];
  if (ts.isBigIntLiteral(node))
    return [change('constant', rangeOf(node), `(${node.getText()} + 1n)`)];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [change('constant', rangeOf(node), 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [change('constant', rangeOf(node), 'true')];
  if (!ts.isStringLiteral(node) || isName(node)) return [];
  return [change('constant', rangeOf(node), node.text === '' ? "'x'" : "''")];
}

/** Whether a text is the name of a property. */
function isName(node: ts.StringLiteral): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}

/** `a?.b` becomes `a.b`, `a?.[b]` becomes `a[b]`, `a?.()` becomes `a()`. */
function ofAbsence(node: ts.Node): readonly CodeChange[] {
  const isChain =
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node);
  if (!isChain || node.questionDotToken === undefined) return [];
  const after = ts.isPropertyAccessExpression(node) ? '.' : '';
  return [change('absence', rangeOf(node.questionDotToken), after)];
}
