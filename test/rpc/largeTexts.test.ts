import { describe, expect, test } from 'vitest';
import { answerText } from '../../src/rpc/answerText.ts';
import { Dispatcher } from '../../src/rpc/dispatch.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { memoryBefore } from '../support/memoryBefore.ts';
import { processorMs } from '../support/processorTime.ts';
import { testNode } from '../support/testNode.ts';

const dispatcher = new Dispatcher({ node: await testNode(), methods });
const CHAIN_ID = '{"jsonrpc":"2.0","id":1,"method":"starknet_specVersion"}';

const MB = 1_000_000;
const SIZE = 63 * MB;
const repeated = (text: string, size = SIZE) => Buffer.alloc(Math.floor(size / text.length) * text.length, text);
const around = (start: string, middle: Buffer, end: string) =>
  Buffer.concat([Buffer.from(start), middle, Buffer.from(end)]);

function differentNames(size: number): Buffer {
  const members: string[] = [];
  for (let length = 0, i = 0; length < size; i++) {
    const member = `"name${i}":0`;
    members.push(member);
    length += member.length + 1;
  }
  return Buffer.from(`{${members.join(',')}}`);
}

/** Texts for which a parser would build gigabytes or take half a minute. */
const attacks: readonly (readonly [name: string, body: () => Buffer, reason: string])[] = [
  ['empty lists', () => around('[', repeated('[],'), '[]]'), 'the text holds more than 1000000 values'],
  ['empty objects', () => around('[', repeated('{},'), '{}]'), 'the text holds more than 1000000 values'],
  ['lists in lists', () => repeated('['), 'recursion limit exceeded at line 1 column 129'],
  ['objects in objects', () => repeated('{"a":'), 'recursion limit exceeded at line 1 column 641'],
  ['names that all differ', () => differentNames(20 * MB), 'the text holds more than 1000000 values'],
  ['a number', () => repeated('7'), 'number out of range (it is longer than 400 digits)'],
  ['numbers', () => around('[', repeated('7,'), '7]'), 'the text holds more than 1000000 values'],
  ['escapes', () => around('"', repeated('\\n'), '"'), 'the text holds more than 1000000 values'],
  ['blanks', () => repeated(' '), 'EOF while parsing a value at line 1 column 63000000'],
  ['lines', () => repeated('\n'), 'EOF while parsing a value at line 63000001 column 0'],
  ['bytes that are not UTF-8', () => around('"', Buffer.alloc(SIZE, 0xff), '"'), 'invalid unicode code point'],
  ['one string', () => around('"', repeated('text'), '"'), 'data did not match any variant of untagged enum Request'],
];

describe('a text of many megabytes', () => {
  test.each(attacks)(
    'of %s is refused within seconds, while others are answered',
    { retry: 1 },
    async (_, make, reason) => {
      const body = make();
      const started = processorMs();
      const before = memoryBefore();
      let isDone = false;
      const answer = answerText(body, dispatcher, {}, 'http').finally(() => {
        isDone = true;
      });
      let longest = 0;
      let most = 0;
      while (!isDone) {
        const asked = processorMs();
        await answerText(CHAIN_ID, dispatcher, {}, 'http');
        await new Promise((resolve) => setImmediate(resolve));
        longest = Math.max(longest, processorMs() - asked);
        most = Math.max(most, process.memoryUsage().rss - before);
      }
      expect(JSON.parse(await answer).error.data.reason).toContain(reason);
      // Without the limits it took half a minute and gigabytes.
      expect(processorMs() - started).toBeLessThan(10_000);
      expect(longest).toBeLessThan(5_000);
      expect(most).toBeLessThan(400 * MB);
    },
  );
});
