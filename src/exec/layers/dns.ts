/** The one answer of a name server that has a few hosts. Source: RFC 1035, 4.1. */

/** A question to a name server, with its answer. */
export interface DnsExchange {
  /** The name that was asked for, in lower case. */
  readonly name: string;
  readonly isKnown: boolean;
  readonly answer: Buffer;
}

const HEADER = 12;
const TYPE_A = 1;
/** A response, with recursion wanted and given. */
const FLAGS = 0x8180;
const NO_SUCH_NAME = 3;
/** The answer's name is that of the question; type A, class IN, a minute, four bytes. */
const ANSWER_HEAD = Buffer.from('c00c000100010000003c0004', 'hex');
const LOOPBACK = Buffer.from([127, 0, 0, 1]);
const LABEL_MAX = 63;

/** Answers a question: 127.0.0.1 for `hosts`, no such name for others; undefined for what is none. */
export function answerTo(question: Buffer, hosts: ReadonlySet<string>): DnsExchange | undefined {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = question[at]; length !== 0; length = question[at]) {
    if (length === undefined || length > LABEL_MAX) return undefined;
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  if (question.length < end) return undefined;
  const name = labels.join('.').toLowerCase();
  const isKnown = hosts.has(name);
  const hasAddress = isKnown && question.readUInt16BE(at + 1) === TYPE_A;
  const head = Buffer.alloc(HEADER);
  head.writeUInt16BE(question.readUInt16BE(0), 0);
  head.writeUInt16BE(isKnown ? FLAGS : FLAGS | NO_SUCH_NAME, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(hasAddress ? 1 : 0, 6);
  const parts = [head, question.subarray(HEADER, end)];
  if (hasAddress) parts.push(ANSWER_HEAD, LOOPBACK);
  return { name, isKnown, answer: Buffer.concat(parts) };
}
