import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { limits } from '../protocol/limits.ts';
import { readPackedProgram, unpackBudget } from './packedProgram.ts';

const packed = (content: string | Uint8Array) => gzipSync(content).toString('base64');
const MB = 2 ** 20;

describe('a packed program', () => {
  test('is read with exact numbers', async () => {
    const program = await readPackedProgram(
      packed('{"data":["0x1"],"value":106710729501573572985208420194530329}'),
      unpackBudget(),
    );
    expect(program).toEqual({ data: ['0x1'], value: 106710729501573572985208420194530329n });
  });

  test.each([
    ['no base64', '****', 'not in base64'],
    ['not gzipped', Buffer.from('{}').toString('base64'), 'not gzipped'],
    ['cut off', packed('{"data":[]}').slice(0, 24), 'not gzipped'],
    ['no JSON', packed('{"data":'), 'cannot be read: EOF while parsing a value at line 1 column 8'],
    ['no object', packed('[]'), 'no JSON object'],
    ['nested too deep', packed('['.repeat(15 * MB)), 'recursion limit exceeded at line 1 column 129'],
    ['too many values', packed(`[${'[],'.repeat(4 * MB)}[]]`), 'more than 1000000 values'],
    ['too large', packed(new Uint8Array(64 * MB)), `more than ${limits.unpackedBytes} bytes`],
  ])('is refused: %s', async (_, text, message) => {
    await expect(readPackedProgram(text, unpackBudget())).rejects.toThrow(message);
  });

  test('that is larger packed than it may be unpacked is refused before it is decoded', async () => {
    await expect(readPackedProgram('A'.repeat(63 * MB), unpackBudget())).rejects.toThrow('more than');
  });

  test('uses a budget that several programs share', async () => {
    const budget = unpackBudget();
    const program = packed(`{"a":"${'x'.repeat(6 * MB)}"}`);
    await readPackedProgram(program, budget);
    await readPackedProgram(program, budget);
    await expect(readPackedProgram(program, budget)).rejects.toThrow(`more than ${limits.unpackedBytes} bytes`);
    const dense = packed(`{"a":[${'0,'.repeat(300_000)}0]}`);
    const other = unpackBudget();
    for (let i = 0; i < 3; i++) await readPackedProgram(dense, other);
    await expect(readPackedProgram(dense, other)).rejects.toThrow('values');
  });
});
