import { expect, it } from 'vitest';
import { answerTo } from '../../../../src/exec/layers/dns.js';

const HOSTS = new Set(['api.example']);

/** A question for a name. @param type - 1 for an IPv4 address, 28 for an IPv6 one. */
function question(name: string, type = 1): Buffer {
  const labels = name.split('.').map(label => String.fromCharCode(label.length) + label);
  const head = Buffer.from('1234010000010000000000000', 'hex');
  const tail = Buffer.from([0, 0, type, 0, 1]);
  return Buffer.concat([head, Buffer.from(labels.join(''), 'latin1'), tail]);
}

it.each([
  ['API.example', 1, '12348180000100010000', '7f000001'],
  ['api.example', 28, '12348180000100000000', '001c0001'],
  ['example.com', 1, '12348183000100000000', '00010001'],
])('answers for %s and type %d', (name, type, head, end) => {
  const found = answerTo(question(name, type), HOSTS);
  expect(found?.name).toBe(name.toLowerCase());
  expect(found?.answer.toString('hex').slice(0, 20)).toBe(head);
  expect(found?.answer.toString('hex').endsWith(end)).toBe(true);
});

it('says nothing to what is no question', () => {
  const whole = question('api.example');
  for (let length = 0; length < whole.length; length++) {
    expect(answerTo(whole.subarray(0, length), HOSTS)).toBeUndefined();
  }
  const pointer = Buffer.from(whole);
  pointer[12] = 0xc0;
  expect(answerTo(pointer, HOSTS)).toBeUndefined();
});
