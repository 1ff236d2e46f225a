import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { LineTransport } from './lineTransport.ts';
import { messageLines } from './messageLines.ts';

/** What comes of an input that arrives in pieces of a size. */
async function linesOf(input: string, most: number, size: number): Promise<readonly unknown[]> {
  const bytes = Buffer.from(input);
  async function* chunks() {
    for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
  }
  const lines: unknown[] = [];
  for await (const line of messageLines(chunks(), most))
    lines.push('text' in line ? line.text : (JSON.parse(line.refusal) as { id: unknown }).id);
  return lines;
}

test('lines are read whatever pieces they arrive in, and long ones are refused by their id', async () => {
  const long = 'é'.repeat(5000);
  const input = [
    '{"a":1}',
    '',
    `{"jsonrpc":"2.0","id":3,"x":"${long}"}`,
    `{"x":"${long}","jsonrpc":"2.0","id":"four"}`,
    `{"x":"${long}"}`,
    'last é',
  ].join('\n');
  for (const size of [1, 7, 1000, 4096, 100_000])
    expect(await linesOf(input, 6000, size), `pieces of ${size}`).toEqual(['{"a":1}', 3, 'four', null, 'last é']);
});

test('what is no message is answered, and those after it are read', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new LineTransport(input, output);
  const read: unknown[] = [];
  transport.onmessage = (message) => read.push(message);
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  await transport.start();
  const lines = ['no JSON', '{"id":5}', '[]', 'null', '{"jsonrpc":"2.0","id":6,"method":"ping"}'];
  input.end(lines.join('\n'));
  await closed;
  output.end();
  const answers = (await text(output))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map(({ id, error }) => [id, error.code])).toEqual([
    [null, -32_700],
    [5, -32_600],
    [null, -32_600],
    [null, -32_600],
  ]);
  expect(read).toEqual([{ jsonrpc: '2.0', id: 6, method: 'ping' }]);
});
