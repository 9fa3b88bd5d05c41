/**
 * What the pages of the API add to the document that the server publishes: a sample of each request
 * in three languages, and plausible values in place of `string` in samples of answers.
 */

import { SAMPLE_LANGUAGES, type SampleRequest } from './code-samples.js';

/** Values of the schemas that stand for one text. */
const EXAMPLES: Readonly<Record<string, string>> = {
  AccountID: '101-001-1000001-001',
  AccountUnits: '100000.0000',
  Currency: 'USD',
  DateTime: '2024-03-05T10:00:01.000000000Z',
  DecimalNumber: '1000',
  InstrumentName: 'EUR_USD',
  PriceValue: '1.08512',
  TransactionID: '6',
};

/** Values of parameters; another parameter stands as its name in capitals. */
const VALUES: Readonly<Record<string, string>> = {
  accountID: EXAMPLES['AccountID'] as string,
  candleSpecifications: 'EUR_USD:M5:BM',
  from: '2024-03-05T10:00:00Z',
  id: '6',
  instrument: 'EUR_USD',
  instruments: 'EUR_USD',
  orderSpecifier: '6',
  sinceTransactionID: '1',
  table: 'trades',
  tradeSpecifier: '6',
  transactionID: '6',
  userSpecifier: '@',
};
/** Bodies of which no field must be there, by operation. */
const BODIES: Readonly<Record<string, object>> = {
  closePosition: { longUnits: 'ALL' },
  closeTrade: { units: 'ALL' },
  configureAccount: { alias: 'My account', marginRate: '0.05' },
  setTradeDependentOrders: { takeProfit: { price: '1.20000' }, stopLoss: { price: '1.05000' } },
};
/** Ids, where `from` and `to` are no times. */
const ID_RANGE = '/idrange';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

interface Media {
  readonly schema?: object;
  readonly examples?: Readonly<Record<string, { readonly value: object }>>;
}

/** An operation of the document, as far as a sample needs it. */
export interface SampleOperation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}

/** The document, as far as samples need it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, SampleOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** How samples are made. */
export interface SampleParts {
  /** The origin of the server, without a slash at its end. */
  readonly origin: string;
  /** A value that a schema allows, with what must be there: for bodies without an example. */
  readonly exampleOf: (schema: object) => object;
}

/** The document with the samples. */
export function withSamples<T extends ApiDocument>(document: T, parts: SampleParts): T {
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        { ...operation, 'x-codeSamples': samplesOf(method, path, operation, parts) },
      ]),
    ),
  ]);
  return { ...withExamples(document), paths: Object.fromEntries(paths) };
}

/** The document whose shared schemas of one text have an example. */
export function withExamples<T extends ApiDocument>(document: T): T {
  const { components } = document;
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const example = EXAMPLES[name];
    return [name, example === undefined ? schema : { ...schema, examples: [example] }];
  });
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

function samplesOf(method: string, path: string, operation: SampleOperation, parts: SampleParts) {
  const request: SampleRequest = {
    origin: parts.origin,
    method: method.toUpperCase(),
    path: pathOf(path, operation.parameters ?? []),
    token: path.startsWith('/_sim') ? 'ORRERY_CONTROL_TOKEN' : 'ORRERY_TOKEN',
    ...bodyOf(operation, parts),
  };
  return SAMPLE_LANGUAGES.map(({ label, write }) => ({
    lang: label,
    label,
    source: write(request),
  }));
}

/** The path with values for its parameters, and for those of the query that must be there. */
function pathOf(path: string, parameters: readonly Parameter[]): string {
  const value = (name: string) =>
    path.endsWith(ID_RANGE) && name !== 'accountID' ? '1' : (VALUES[name] ?? name.toUpperCase());
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => value(name));
  const query = parameters.filter(each => each.in === 'query' && each.required === true);
  const pairs = query.map(({ name }) => `${name}=${encodeURIComponent(value(name))}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

/** The first example of a body, or a value that its schema allows; nothing for a request without one. */
function bodyOf(
  { operationId = '', requestBody }: SampleOperation,
  { exampleOf }: SampleParts,
): { readonly body?: object } {
  const media = requestBody?.content['application/json'];
  if (media === undefined) return {};
  const [first] = Object.values(media.examples ?? {});
  const body = BODIES[operationId] ?? first?.value ?? exampleOf(media.schema ?? {});
  return { body };
}
