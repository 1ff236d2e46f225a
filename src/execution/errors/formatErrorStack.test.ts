import { describe, expect, test } from 'vitest';
import { feltOfAscii, toFelt } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import type { ErrorSegment, SummaryFrame } from '../errorStack.ts';
import { errorStackOf, formatErrorStack } from './formatErrorStack.ts';
import { formatRevertSummary } from './formatRevertSummary.ts';

const felt = (value: number) => keyOf(toFelt(value));
const ascii = (text: string) => keyOf(feltOfAscii(text));
const pad = (digits: string) => `0x${digits.padStart(64, '0')}`;
const frame = (n: number): SummaryFrame => ({ contractAddress: felt(n), classHash: felt(2), selector: felt(3) });
const frameText = (n: number) =>
  `Error in contract (contract address: ${pad(n.toString(16))}, class hash: ${pad('2')}, selector: ${pad('3')}):`;

describe('revert summaries', () => {
  test('name every contract of the chain and the reason', () => {
    const text = formatRevertSummary({
      header: 'execution',
      frames: [frame(1), frame(7)],
      retdata: [ascii('fail')],
    });
    expect(text).toBe(`Execution failed. Failure reason:\n${frameText(1)}\n${frameText(7)}\n0x6661696c ('fail').\n`);
  });

  test('have their own header for validation, and no frames when the chain is unknown', () => {
    const text = formatRevertSummary({ header: 'validate', frames: [], retdata: [felt(1)] });
    expect(text).toBe('The `validate` entry point panicked with:\n0x1.\n');
  });

  test('leave out frames in the middle when they are too long', () => {
    const frames = Array.from({ length: 60 }, (_, i) => frame(i));
    const text = formatRevertSummary({ header: 'execution', frames, retdata: [ascii('x')] });
    // 60 frames of 264 characters, a header of 34 and a tail of 14 are 15,888 characters, so four frames are replaced by the separator.
    const kept = frames.slice(0, 55).map((_, i) => frameText(i));
    expect(text).toBe(
      ['Execution failed. Failure reason:', ...kept, '\n...', frameText(59), "0x78 ('x').\n"].join('\n'),
    );
    expect(text.length).toBeLessThanOrEqual(15_000);
  });

  test('show the reason alone when it leaves no room for frames', () => {
    const reason = Array.from({ length: 2_950 }, () => felt(1));
    const text = formatRevertSummary({ header: 'execution', frames: [frame(1)], retdata: reason });
    expect(text).toBe(`Execution failed. Failure reason:\n(${reason.map(() => '0x1').join(', ')})\n.\n`);
    const long = formatRevertSummary({ header: 'execution', frames: [frame(1)], retdata: [...reason, ...reason] });
    expect(long.length).toBe(15_000);
    expect(long.endsWith('\n...')).toBe(true);
  });
});

describe('error stacks', () => {
  const top = { contractAddress: felt(1), classHash: felt(2), selector: undefined } as const;

  test('put each segment on its own line after the header', () => {
    const text = formatErrorStack(errorStackOf('constructor', top, [{ kind: 'text', text: 'why\n' }]));
    expect(text).toBe(
      `Contract constructor execution has failed:\n0: Error in the contract class constructor (contract address: ${pad(
        '1',
      )}, class hash: ${pad('2')}, selector: UNKNOWN):\nwhy\n`,
    );
  });

  test('longer than 15,100 bytes are shortened to their beginning and end', () => {
    const segments: ErrorSegment[] = [{ kind: 'text', text: `${'a'.repeat(7499)}é${'b'.repeat(7600)}` }];
    const text = formatErrorStack({ phase: 'none', segments });
    expect(text).toBe(`${'a'.repeat(7499)}\n\n...\n\n${'b'.repeat(7500)}`);
    const short: ErrorSegment[] = [{ kind: 'text', text: 'a'.repeat(15_100) }];
    expect(formatErrorStack({ phase: 'none', segments: short })).toBe('a'.repeat(15_100));
  });
});
