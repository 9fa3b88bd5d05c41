import { describe, expect, it } from 'vitest';
import { ChunkedList } from '../../../../src/core/base/chunked-list.js';
import type { AcceptedCommand } from '../../../../src/core/engine/state/command.js';
import type { Input } from '../../../../src/core/run/input/input.js';
import { journalInputs } from '../../../../src/core/run/journal-inputs.js';
import { instant } from '../../../../src/core/time/instant.js';

const accountID = '101-001-1000001-001';
const accepted = (time: number): AcceptedCommand => ({
  time: instant(time),
  accountID,
  command: { type: 'ReopenAccount' },
});
const command = (each: AcceptedCommand): Input => ({
  ...each,
  kind: 'command',
  time: instant(each.time),
});
const rules = (time: number): Input => ({ kind: 'rules', time: instant(time), rules: [] });

describe('the inputs of a journal', () => {
  it('are those from outside and the commands of the timeline, in order of acceptance', () => {
    const [ofTimeline, given, later] = [accepted(2), accepted(3), accepted(5)] as const;
    const inputs = [rules(1), rules(2), command(given), rules(4)];
    const merged = journalInputs(
      { inputs: new ChunkedList(inputs), tickets: new ChunkedList([0, 0, 2, 0]) },
      new ChunkedList([ofTimeline, given, later]),
      [],
    );
    const [first, ...rest] = inputs;
    expect([...merged]).toEqual([first, command(ofTimeline), ...rest, command(later)]);
  });

  it('are those of the moment of the call, however slowly they are read', () => {
    const given = accepted(2);
    const inputs = new ChunkedList([rules(1), command(given)]);
    const commands = new ChunkedList([given]);
    const tickets = new ChunkedList([0, 1]);
    const read = journalInputs({ inputs, tickets }, commands, []);
    const first = read.next();
    inputs.push(rules(3));
    tickets.push(0);
    commands.push(accepted(4));
    expect([first.value, ...read]).toEqual([rules(1), command(given)]);
  });
});
