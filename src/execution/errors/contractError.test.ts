import { describe, expect, test } from 'vitest';
import { feltOfAscii, toFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { CallInfo } from '../callInfo.ts';
import type { ErrorSegment } from '../errorStack.ts';
import { contractErrorOf, contractErrorOfCall } from './contractError.ts';
import { debugText } from './debugText.ts';
import { errorStackOf, formatErrorStack } from './formatErrorStack.ts';
import { revertSummaryOf } from './revertSummary.ts';

const felt = (value: number) => keyOf(toFelt(value));
const ascii = (text: string) => keyOf(feltOfAscii(text));
const FAILED = ascii('ENTRYPOINT_FAILED');

const callInfo = (
  address: number,
  retdata: readonly FeltKey[],
  inner: readonly CallInfo[] = [],
  failed = true,
): CallInfo => ({
  call: {
    contractAddress: felt(address),
    classHash: felt(100 + address),
    entryPointType: 'EXTERNAL',
    selector: felt(200 + address),
    calldata: [],
    caller: felt(0),
    callType: 'CALL',
    initialGas: 0,
  },
  retdata,
  failed,
  events: [],
  messages: [],
  inner,
  tracked: 'SierraGas',
  resources: { steps: 0, memoryHoles: 0, builtins: {}, blakes: 0 },
  gasConsumed: 0,
});
const frame = (address: number) => ({
  contractAddress: BigInt(address),
  classHash: BigInt(100 + address),
  selector: BigInt(200 + address),
});
const top = { contractAddress: felt(1), classHash: felt(101), selector: felt(201) };

describe('the chain of a panic', () => {
  test('goes from the outermost call to the one that panicked', () => {
    const root = callInfo(1, [ascii('fail'), FAILED], [callInfo(3, [], [], false), callInfo(2, [ascii('fail')])]);
    const summary = revertSummaryOf(root, 'execution');
    expect(summary.frames.map((f) => f.contractAddress)).toEqual([felt(1), felt(2)]);
    expect(summary.retdata).toEqual([ascii('fail')]);
  });

  test('ends at a caller that panics with its own reason', () => {
    const root = callInfo(1, [ascii('own')], [callInfo(2, [ascii('fail')])]);
    expect(revertSummaryOf(root, 'execution').frames).toHaveLength(1);
  });

  test('is unknown when several inner calls match or none does', () => {
    for (const inner of [[callInfo(2, [ascii('x')]), callInfo(3, [ascii('x')])], []]) {
      const summary = revertSummaryOf(callInfo(1, [ascii('x'), FAILED], inner), 'execution');
      expect(summary).toEqual({ header: 'execution', frames: [], retdata: [ascii('x'), FAILED] });
    }
  });
});

describe('nested errors', () => {
  test('of a panic contain the stack frame, then every frame of the chain, then the whole text with the panic data', () => {
    const summary = revertSummaryOf(callInfo(1, [ascii('fail'), FAILED], [callInfo(2, [ascii('fail')])]), 'execution');
    const stack = errorStackOf('execution', top, [{ kind: 'summary', summary }]);
    const returnData = [ascii('fail')];
    expect(contractErrorOf(stack)).toEqual({
      ...frame(1),
      returnData: [],
      error: {
        ...frame(1),
        returnData,
        error: { ...frame(2), returnData, error: `${formatErrorStack(stack)} ["0x6661696c"]` },
      },
    });
  });

  test('of an error that cannot be caught contain a frame for each call and the last text, without tracebacks', () => {
    const segments: ErrorSegment[] = [
      { kind: 'vm', text: 'Error at pc=0:7:' },
      {
        kind: 'entryPoint',
        depth: 1,
        callKind: 'constructor',
        contractAddress: felt(2),
        classHash: felt(102),
        selector: undefined,
      },
      { kind: 'text', text: 'why\n' },
    ];
    expect(contractErrorOf(errorStackOf('execution', top, segments))).toEqual({
      ...frame(1),
      returnData: [],
      error: { contractAddress: 2n, classHash: 102n, selector: 0n, returnData: [], error: 'why\n' },
    });
  });

  test('of a plain call contain every failed call, even if it was caught, and the panic data, outermost first', () => {
    const root = callInfo(1, [ascii('Unknown')], [callInfo(2, [ascii('fail')])]);
    expect(contractErrorOfCall(root)).toEqual({
      ...frame(1),
      returnData: [ascii('Unknown')],
      error: { ...frame(2), returnData: [ascii('fail')], error: '["0x556e6b6e6f776e","0x6661696c"]' },
    });
  });

  test('have a debug form with newlines and quotes escaped', () => {
    const error = { ...frame(1), returnData: [felt(5)], error: 'a "b"\n' };
    expect(debugText(contractErrorOf({ phase: 'none', segments: [] }))).toBe('Message("Unknown error")');
    expect(debugText(error as never)).toBe(
      'Nested(InnerContractExecutionError { contract_address: ContractAddress(PatriciaKey(0x1)), class_hash: 0x65, selector: 0xc9, return_data: Retdata([0x5]), error: Message("a \\"b\\"\\n") })',
    );
  });
});
