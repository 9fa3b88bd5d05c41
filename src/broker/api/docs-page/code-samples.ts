/**
 * A request as a program would send it: curl, Python, TypeScript. The token is read from the
 * environment, because the page does not have it.
 */

/** One request to the server. */
export interface SampleRequest {
  /** The origin of the server, without a slash at its end. */
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  /** The variable of the environment with the token. */
  readonly token: 'ORRERY_TOKEN' | 'ORRERY_CONTROL_TOKEN';
  /** Absent for a request without one. */
  readonly body?: object;
}

/** One language of the samples. */
export interface SampleLanguage {
  readonly id: 'curl' | 'python' | 'typescript';
  readonly label: string;
  readonly write: (request: SampleRequest) => string;
}

/** The languages, in the order in which they are offered. */
export const SAMPLE_LANGUAGES: readonly SampleLanguage[] = [
  { id: 'curl', label: 'curl', write: curl },
  { id: 'python', label: 'Python', write: python },
  { id: 'typescript', label: 'TypeScript', write: typeScript },
];

/** The body as it is sent, readable. */
export function bodyText(body: object): string {
  return JSON.stringify(body, undefined, 2);
}

function curl({ origin, method, path, token, body }: SampleRequest): string {
  const how = method === 'GET' ? '' : ` -X ${method}`;
  return [
    `curl${how} ${quotedForShell(`${origin}${path}`)}`,
    `-H "Authorization: Bearer $${token}"`,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quotedForShell(bodyText(body))}`]),
  ].join(' \\\n  ');
}

function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The standard library only, so that the sample runs everywhere. */
function python({ origin, method, path, token, body }: SampleRequest): string {
  const has = body !== undefined;
  return `import json, os, urllib.request
${has ? `\nbody = ${pythonValue(bodyText(body))}` : ''}
request = urllib.request.Request(
    ${JSON.stringify(`${origin}${path}`)},
    method="${method}",${has ? '\n    data=json.dumps(body).encode(),' : ''}
    headers={
        "Authorization": "Bearer " + os.environ["${token}"],${has ? '\n        "Content-Type": "application/json",' : ''}
    },
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer))
`;
}

/** JSON as a Python literal: they differ in the three words that JSON has. */
function pythonValue(json: string): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return json.replace(/"(?:\\.|[^"\\])*"|\b(?:true|false|null)\b/g, each =>
    each.startsWith('"') ? each : (words[each] ?? each),
  );
}

function typeScript({ origin, method, path, token, body }: SampleRequest): string {
  const has = body !== undefined;
  return `${has ? `const body = ${bodyText(body)};\n` : ''}const answer = await fetch(${JSON.stringify(`${origin}${path}`)}, {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${process.env.${token}}\`,${has ? "\n    'Content-Type': 'application/json'," : ''}
  },${has ? '\n  body: JSON.stringify(body),' : ''}
});
console.log(answer.status, await answer.json());
`;
}
