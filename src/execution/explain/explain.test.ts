import { beforeAll, describe, expect, test } from 'vitest';
import { contractClass } from '../../../test/support/calls/contracts.ts';
import { felt, key, TestWorld, type Value } from '../../../test/support/calls/harness.ts';
import type { ClassDefinition, DeclaredClass } from '../../classes/declaredClass.ts';
import { formatFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { SierraClass } from '../../sierra/class/sierraClass.ts';
import { compileContract } from '../../sierra/compileContract.ts';
import { decodeProgram } from '../../sierra/decode/decodeProgram.ts';
import { executeCall } from '../calls/executeCall.ts';
import { runLocal } from '../environment.ts';
import { selectorOf } from '../hash/address.ts';
import { CallRecorder } from './callRecorder.ts';
import { codeLocator } from './codeLocator.ts';
import { explainCall, type FindClass, panicChain, reasonOf } from './explainCalls.ts';
import { formatExplanation } from './formatExplanation.ts';
import { locationsOf, sourceLocations } from './locations.ts';
import { PanicRecorder } from './panicRecorder.ts';

const A = 0xa;
const CLASS = 0xc1a55;

let exerciser: DeclaredClass;
beforeAll(() => {
  exerciser = contractClass('exerciser');
}, 60_000);

const find: FindClass = (classHash) => (classHash === key(CLASS) ? exerciser.definition : undefined);
const span = (...values: readonly Value[]): Value[] => [values.length, ...values];

function watch(name: string, calldata: readonly Value[], observer = new CallRecorder()): CallRecorder {
  const world = new TestWorld();
  world.declare(CLASS, exerciser);
  world.deploy(A, CLASS);
  runLocal(
    executeCall(world.context({ observer }), {
      contractAddress: key(A),
      classHash: undefined,
      entryPointType: 'EXTERNAL',
      selector: keyOf(selectorOf(name)),
      calldata: calldata.map(key),
      caller: key(0),
      callType: 'CALL',
      initialGas: 1_000_000_000,
    }),
  );
  return observer;
}

describe('an explanation', () => {
  test('names contracts and functions by the ABI, and the panic by its text', () => {
    const [phase] = watch('call', [A, selectorOf('panic_text'), ...span(0, felt('too late'), 8)]).phases;
    expect(reasonOf(phase!, find)).toBe('panic_text of Exerciser (0xa) panicked with "too late".');
    const call = explainCall(phase!.root, find);
    expect(call).toMatchObject({
      contractName: 'Exerciser',
      functionName: 'call',
      callType: 'CALL',
      end: { kind: 'panicked', panic: [{ kind: 'text', text: 'too late' }, { shortString: 'ENTRYPOINT_FAILED' }] },
      inner: [{ functionName: 'panic_text', end: { panic: [{ text: 'too late' }] } }],
    });
    expect(call.gas).toBeGreaterThan(call.inner[0]!.gas!);
    const text = formatExplanation({
      status: 'reverted',
      reason: reasonOf(phase!, find),
      locations: [],
      calls: [call],
    });
    expect(text.replace(/[\d,]+ gas/g, 'N gas')).toBe(
      [
        'The transaction was reverted: panic_text of Exerciser (0xa) panicked with "too late".',
        '',
        'call of Exerciser (0xa) panicked: "too late", \'ENTRYPOINT_FAILED\' (N gas)',
        '└─ panic_text of Exerciser (0xa) panicked: "too late" (N gas)',
        '',
      ].join('\n'),
    );
  });

  test('shows an error that cannot be caught in the call that caused it', () => {
    const [phase] = watch('call', [A, selectorOf('replace'), ...span(0x777)]).phases;
    expect(reasonOf(phase!, find)).toBe(
      `Class with hash 0x${'777'.padStart(64, '0')} is not declared. This happened in replace of Exerciser (0xa).`,
    );
    expect(explainCall(phase!.root, find)).toMatchObject({
      end: { kind: 'error' },
      gas: undefined,
      inner: [{ functionName: 'replace', end: { kind: 'error' } }],
    });
    // Both frames have a position in their code.
    expect(phase!.places.map(({ classHash, offsets }) => [classHash, offsets.length > 0])).toEqual([
      [key(CLASS), true],
      [key(CLASS), true],
    ]);
  });

  test('shows calls that failed to start', () => {
    const [phase] = watch('call', [0x777, selectorOf('get'), ...span()]).phases;
    expect(reasonOf(phase!, find)).toBe(
      `Requested contract address 0x${'777'.padStart(64, '0')} is not deployed. This happened in function 0x${selectorOf(
        'get',
      ).toString(16)} of contract 0x777.`,
    );
    const [deployment] = watch('deploy', [CLASS, 1, ...span('fail'), 0]).phases;
    expect(explainCall(deployment!.root, find).inner).toMatchObject([
      { callType: 'CONSTRUCTOR', functionName: 'constructor', end: { kind: 'panicked' } },
    ]);
    expect(reasonOf(deployment!, find)).toMatch(/constructor failed'\)\. This happened in constructor of Exerciser/);
  });

  test('of a success has no reason', () => {
    const [phase] = watch('call', [A, selectorOf('increase'), ...span(2)]).phases;
    expect(reasonOf(phase!, find)).toBeUndefined();
    expect(
      formatExplanation({
        status: 'succeeded',
        reason: undefined,
        locations: [],
        calls: [explainCall(phase!.root, find)],
      }),
    ).toMatch(
      /^The transaction succeeded\.\n\ncall of Exerciser \(0xa\) returned 0x1, 0x2 \([\d,]+ gas\)\n└─ increase of Exerciser \(0xa\) returned 0x2 \([\d,]+ gas\)\n$/,
    );
  });

  test('puts prints below the call that made them', () => {
    const recorder = new CallRecorder();
    const call = {
      contractAddress: key(A),
      classHash: key(CLASS),
      entryPointType: 'EXTERNAL',
      selector: key(1),
      calldata: [],
      caller: key(0),
      callType: 'CALL',
    } as const;
    const magic = 0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3n;
    recorder.enter(call);
    recorder.print([magic, 0n, felt('hello'), 5n].map(key));
    recorder.print(['short', 7].map(key));
    expect(explainCall(recorder.phases[0]!.root, find).prints).toEqual(['hello', 'short 0x7']);
  });
});

describe('source locations', () => {
  test('are found from the debug information by compiling the class again', () => {
    const statements = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [i, [['exerciser.cairo', { start: { line: i, col: 0 } }, false]]]),
    );
    const annotations = { 'github.com/software-mansion/cairo-coverage': { statements_code_locations: statements } };
    const definition = { ...exerciser.definition, debugInfo: { annotations } } as ClassDefinition;
    const locate = codeLocator(() => definition);
    const [phase] = watch('replace', [0x777]).phases;
    const [first] = locationsOf(phase!.places, locate);
    // This is the statement of the system call in the function `replace`.
    expect(first).toMatch(/^exerciser\.cairo:\d+$/);
    expect(locationsOf(phase!.places, codeLocator(find))).toEqual([]);
  });

  const spot = (file: string, line: number) => [[file, { start: { line, col: 4 }, end: { line, col: 9 } }, false]];
  const debugInfo = {
    annotations: {
      'github.com/software-mansion/cairo-coverage': {
        statements_code_locations: { 0: spot('a.cairo', 0), 1: spot('a.cairo', 4), 3: spot('b.cairo', 9), 4: 'broken' },
      },
    },
  };

  test('are found by the statement that an instruction belongs to', () => {
    const at = sourceLocations(debugInfo, [0, 3, 8, 8, 12]);
    expect([0, 2, 3, 7, 8, 11, 12, 99].map(at)).toEqual([
      'a.cairo:1',
      'a.cairo:1',
      'a.cairo:5',
      'a.cairo:5',
      'b.cairo:10',
      'b.cairo:10',
      undefined,
      undefined,
    ]);
    expect(sourceLocations(undefined, [0])(0)).toBeUndefined();
  });

  test('of a panic are where its data was created or where a system call returned it', () => {
    const functions = decodeProgram((exerciser.definition as SierraClass).sierraProgram.map(formatFelt)).program;
    const { offsets } = compiledOffsets();
    /** The function that contains an offset, by entry point; undefined for functions that are not entry points. */
    const functionAt = (offset: number) => {
      const starts = functions.functions.map(({ entry }, i) => ({ i, start: offsets[entry]! }));
      const { i } = starts.filter(({ start }) => start <= offset).sort((a, b) => b.start - a.start)[0]!;
      const { EXTERNAL } = (exerciser.definition as SierraClass).entryPointsByType;
      const entry = EXTERNAL.find(({ functionIdx }) => functionIdx === i);
      return entry && ['call', 'panic_with', 'get'].find((name) => selectorOf(name) === entry.selector);
    };
    const [own] = watch('panic_with', span('x'), new PanicRecorder()).phases;
    expect(own!.root.place!.offsets.map(functionAt)).toContain('panic_with');
    const [passed] = watch('call', [A, selectorOf('panic_with'), ...span(...span('x'))], new PanicRecorder()).phases;
    const places = panicChain(passed!.root).map(({ place }) => place!.offsets.map(functionAt));
    expect(places).toHaveLength(2);
    expect(places[0]).toContain('call');
    expect(places[1]).toContain('panic_with');
  });

  /** The bytecode offsets of the exerciser's statements. */
  function compiledOffsets(): { offsets: Int32Array } {
    let offsets = new Int32Array();
    const onOffsets = (found: Int32Array) => {
      offsets = Int32Array.from(found);
    };
    compileContract(exerciser.definition as SierraClass, { onOffsets });
    return { offsets };
  }

  test('are listed innermost first, without duplicates', () => {
    const places = [
      { classHash: key(1), offsets: [5, 2] },
      { classHash: key(2), offsets: [9, 5] },
    ];
    const locate = (classHash: FeltKey, offset: number) =>
      offset === 9 ? undefined : `${classHash === key(1) ? 'x' : 'y'}:${offset}`;
    expect(locationsOf(places, locate)).toEqual(['y:5', 'x:5', 'x:2']);
  });
});
