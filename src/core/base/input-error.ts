/**
 * Bad input from a file that a person supplied. The message names the place and the rule, so that
 * the person can correct the file without reading our code.
 */

/** A place in a file. Line and column count from 1; `field` is the name of the field. */
export interface InputPlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly field?: string;
}

/** The cause decides the exit code of the command line: bad scenario or flag 2, bad data 3. */
export type InputKind = 'scenario' | 'data';

/** An error with the message `file:line:column: field: rule`. The rule says "was", not "got". */
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
