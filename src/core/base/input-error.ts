/**
 * Bad input from a file that a person handed in. The message names the place and the rule, so that
 * the person can mend the file without reading our code.
 */

/** Where in a file: 1-based line and column, and the name of the field. */
export interface InputPlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly field?: string;
}

/** Which exit code the command line gives: a bad scenario or flag is 2, bad data is 3. */
export type InputKind = 'scenario' | 'data';

/** `file:line:column: rule`; say "was", not "got". */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly place: InputPlace;
  readonly rule: string;
  readonly kind: InputKind;

  constructor(kind: InputKind, place: InputPlace, rule: string) {
    const { file, line, column, field } = place;
    const position = [file, line, column].filter(part => part !== undefined).join(':');
    super(`${position}: ${field === undefined ? '' : `${field}: `}${rule}`);
    this.kind = kind;
    this.place = place;
    this.rule = rule;
  }
}
