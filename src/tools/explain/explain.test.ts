import { beforeAll, describe, expect, test } from 'vitest';
import { contractClass } from '../../../test/support/calls/contracts.ts';
import { felt, key, TestWorld, type Value } from '../../../test/support/calls/harness.ts';
import { runLocal } from '../../../test/support/runLocal.ts';
import type { ClassDefinition, DeclaredClass } from '../../classes/declaredClass.ts';
import { executeCall } from '../../execution/calls/executeCall.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { formatFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { SierraClass } from '../../sierra/class/sierraClass.ts';
import { compileContract } from '../../sierra/compileContract.ts';
import { decodeProgram } from '../../sierra/decode/decodeProgram.ts';
import { type FindClass, factsOf } from '../names/classFacts.ts';
import { CallRecorder } from './callRecorder.ts';
import { codeLocator, prepareLocator } from './codeLocator.ts';
import { explainCall, reasonOf } from './explainCalls.ts';
import type { Explanation } from './explanation.ts';
import { formatExplanation } from './formatExplanation.ts';
import { sourceFrames, stackOf } from './locations.ts';
import { failedPlaces, panicChain } from './panicChains.ts';
import { spanText, stackFrame } from './stackFrame.ts';

const A = 0xa;
const CLASS = 0xc1a55;

let exerciser: DeclaredClass;
beforeAll(() => {
  exerciser = contractClass('exerciser');
});

const find: FindClass = (classHash) => (classHash === key(CLASS) ? factsOf(exerciser.definition) : undefined);
/** An explanation of a success in which nothing happened. */
const NOTHING: Explanation = {
  subject: 'transaction',
  status: 'succeeded',
  reason: undefined,
  stack: [],
  calls: [],
  storageChanges: () => [],
  fee: undefined,
  advice: undefined,
};
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
    expect(reasonOf(phase!, find)).toBe('Exerciser.panic_text at 0xa panicked with "too late".');
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
      ...NOTHING,
      status: 'reverted',
      reason: reasonOf(phase!, find),
      calls: [call],
    });
    expect(text.replace(/[\d,]+ gas/g, 'N gas')).toMatchInlineSnapshot(`
      "The transaction was reverted: Exerciser.panic_text at 0xa panicked with "too late".

      Exerciser.call(to: 0xa, selector: 0x37a0…9ad9, calldata: [0x0, 0x746f…7465 ('too late'), 0x8]) panicked: "too late" [N gas]
      └─ Exerciser.panic_text(text: "too late") panicked: "too late" [N gas]

      Contracts:
        Exerciser 0xa
      "
    `);
  });

  test('shows an error that cannot be caught in the call that caused it', () => {
    const [phase] = watch('call', [A, selectorOf('replace'), ...span(0x777)]).phases;
    expect(reasonOf(phase!, find)).toBe(
      'Class with hash 0x777 is not declared. This happened in Exerciser.replace at 0xa.',
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
      'Requested contract address 0x777 is not deployed. It was called by Exerciser.call at 0xa.',
    );
    const [deployment] = watch('deploy', [CLASS, 1, ...span('fail'), 0]).phases;
    expect(explainCall(deployment!.root, find).inner).toMatchObject([
      { callType: 'CONSTRUCTOR', functionName: 'constructor', end: { kind: 'panicked' } },
    ]);
    expect(reasonOf(deployment!, find)).toMatch(
      /^Exerciser\.constructor at 0x\w+…\w+ panicked with '.*constructor failed'\.$/,
    );
  });

  test('names an error, and not a panic before it that was caught', () => {
    const call = {
      contractAddress: key(A),
      classHash: key(CLASS),
      entryPointType: 'EXTERNAL',
      selector: keyOf(selectorOf('try_call')),
      calldata: [],
      caller: key(0),
      callType: 'CALL',
    } as const;
    const panicking = { ...call, selector: keyOf(selectorOf('panic_with')) };
    const [panicked] = watch('panic_with', span('x')).phases;
    const recorder = new CallRecorder();
    recorder.enter(call);
    recorder.enter(panicking);
    recorder.leave(panicked!.root.info!);
    recorder.fail([{ kind: 'text', text: 'No steps are left.\n' }], [{ classHash: key(CLASS), offsets: [5] }]);
    const [phase] = recorder.phases;
    expect(reasonOf(phase!, find)).toBe('No steps are left. This happened in Exerciser.try_call at 0xa.');
    expect(failedPlaces(phase!)).toEqual([{ classHash: key(CLASS), offsets: [5] }]);
  });

  test('of a success has no reason', () => {
    const [phase] = watch('call', [A, selectorOf('increase'), ...span(2)]).phases;
    expect(reasonOf(phase!, find)).toBeUndefined();
    expect(
      formatExplanation({
        ...NOTHING,
        calls: [explainCall(phase!.root, find)],
      }).replace(/[\d,]+ gas/g, 'N gas'),
    ).toMatchInlineSnapshot(`
      "The transaction succeeded.

      Exerciser.call(to: 0xa, selector: 0x9be0…7574, calldata: [0x2]) → [0x2] [N gas]
      └─ Exerciser.increase(by: 0x2) → 0x2 [N gas]

      Contracts:
        Exerciser 0xa
      "
    `);
  });

  test('has the texts and numbers that a call printed', () => {
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
  test('are found from the debug information by compiling the class again, in steps', () => {
    const statements = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [i, [['exerciser.cairo', { start: { line: i, col: 0 } }, false]]]),
    );
    const annotations = { 'github.com/software-mansion/cairo-coverage': { statements_code_locations: statements } };
    const facts = factsOf({ ...exerciser.definition, debugInfo: { annotations } } as ClassDefinition);
    const locate = codeLocator(() => facts);
    const [phase] = watch('replace', [0x777]).phases;
    expect(stackOf(phase!.places, locate)).toEqual([]);
    const classHashes = phase!.places.map(({ classHash }) => classHash);
    expect([...prepareLocator(classHashes, () => facts)].length).toBeGreaterThan(5);
    expect([...prepareLocator(classHashes, () => facts)]).toEqual([]);
    const [first] = stackOf(phase!.places, locate);
    // This is the statement of the system call in the function `replace`.
    expect(spanText(first!.span!)).toMatch(/^exerciser\.cairo:\d+$/);
    expect(stackOf(phase!.places, codeLocator(find))).toEqual([]);
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
    const frames = sourceFrames(debugInfo, { offsets: [0, 3, 8, 8, 12], functionStarts: [0, 3] });
    const at = (offset: number) => frames(offset).map(({ span }) => spanText(span!))[0];
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
    expect(sourceFrames(undefined, { offsets: [0], functionStarts: [0] })(0)).toEqual([]);
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
    const [own] = watch('panic_with', span('x')).phases;
    expect(own!.root.place!.offsets.map(functionAt)).toContain('panic_with');
    const [passed] = watch('call', [A, selectorOf('panic_with'), ...span(...span('x'))]).phases;
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
      offset === 9 ? [] : [stackFrame(`${classHash === key(1) ? 'x' : 'y'}:${offset}`, undefined)];
    expect(stackOf(places, locate).map(({ functionName }) => functionName)).toEqual(['y:5', 'x:5', 'x:2']);
  });

  test('show the own functions first, with the source line, and fold the core library into one line', () => {
    const spanAt = (file: string, line: number) => ({ file, line, column: 9, endLine: line, endColumn: 15 });
    const source = { firstLine: 26, lines: ['', "        assert(false, 'no');"], isChanged: false };
    const stack = [
      stackFrame('core::array::ArrayImpl::at', spanAt('/home/x/corelib/src/array.cairo', 122)),
      stackFrame('core::assert', undefined),
      { ...stackFrame('token::erc20::ERC20::transfer::<core::felt252>', spanAt('src/erc20.cairo', 27)), source },
      stackFrame(undefined, spanAt('src/erc20.cairo', 90)),
    ];
    const text = formatExplanation({ ...NOTHING, status: 'reverted', reason: 'X.', stack });
    expect(text).toMatchInlineSnapshot(`
      "The transaction was reverted: X.
        at ERC20::transfer (src/erc20.cairo:27:9)
          27 |         assert(false, 'no');
             |         ^^^^^^
        at src/erc20.cairo:90:9
        and 2 frames in Cairo's core library
      "
    `);
    const coloured = formatExplanation({ ...NOTHING, status: 'reverted', reason: 'X.', stack }, { color: true });
    expect(coloured).toContain('\u001b[31m        ^^^^^^');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are to be removed.
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(text);
  });

  test('include inlined functions, and function names without any flags of the compiler', () => {
    const layout = { offsets: [0, 3], functionStarts: [0, 1] };
    const names = [
      [0, 'a::first'],
      [1, 'a::second'],
    ];
    const inlined = [...spot('core.cairo', 1), ...spot('a.cairo', 6)];
    const annotations = {
      'github.com/software-mansion/cairo-coverage': { statements_code_locations: { 1: inlined } },
      'github.com/software-mansion/cairo-profiler': { statements_functions: { 1: ['core::panic', 'a::second'] } },
    };
    expect(sourceFrames({ user_func_names: names }, layout)(3)).toEqual([stackFrame('a::second', undefined)]);
    expect(sourceFrames({ user_func_names: names, annotations }, layout)(3)).toMatchObject([
      { functionName: 'core::panic', span: { file: 'core.cairo', line: 2 } },
      { functionName: 'a::second', span: { file: 'a.cairo', line: 7, column: 5, endColumn: 10 } },
    ]);
    for (const hostile of [null, 5, { user_func_names: 5, annotations: [] }, { user_func_names: [5, null, [1]] }])
      expect(sourceFrames(hostile, layout)(3)).toEqual([]);
  });
});
