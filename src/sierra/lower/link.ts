import { type Felt, reduce } from '../../felt/felt.ts';
import type { Code } from '../casm/code.ts';
import type { Target } from '../libfuncs/libfunc.ts';
import type { Program } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { type ConstSegments, constantKey } from './constSegments.ts';
import type { Relocation } from './statementCompiler.ts';

/** `ret`, the first word of every constant segment, so that a call to it returns. */
const RET_WORD = 0x208b7fff7fff7ffen;

/** The positions of functions and segments in the bytecode. */
export interface Layout {
  readonly codeSize: number;
  readonly segmentStarts: readonly number[];
  readonly size: number;
}

export function layOut(code: Code, { segments }: ConstSegments): Layout {
  let at = code.size;
  const segmentStarts = segments.map((values) => {
    const start = at;
    at += 1 + values.length;
    return start;
  });
  return { codeSize: code.size, segmentStarts, size: at };
}

/** Applies the relocations to the immediates. */
export function relocate(
  program: Program,
  code: Code,
  relocations: readonly Relocation[],
  offsets: Int32Array,
  consts: ConstSegments,
  layout: Layout,
): void {
  const statementOffset = (statement: number | undefined): number => {
    const offset = statement === undefined ? undefined : offsets[statement];
    if (offset === undefined) throw new SierraError('compile', 'InvalidStatementIdx');
    return offset;
  };
  const segmentStart = (segment: number | undefined): number => {
    const start = segment === undefined ? undefined : layout.segmentStarts[segment];
    if (start === undefined) throw new SierraError('compile', 'Const data does not match the declared const type.');
    return start;
  };
  const address = (target: Target): number => {
    switch (target.kind) {
      case 'function':
        return statementOffset(program.functions[target.function]?.entry);
      case 'constSegment':
        return segmentStart(target.segment);
      case 'constant':
        return segmentStart(target.segment) + (consts.constants.get(constantKey(target.segment, target.type)) ?? 0);
      case 'circuit':
        return segmentStart(consts.circuits.get(target.circuit));
      case 'end':
        return layout.size;
    }
  };
  for (const { instruction, target } of relocations) {
    const to = target.kind === 'statement' ? statementOffset(target.statement) : address(target);
    const distance = to - code.offsets[instruction]!;
    const immediate = code.immediates[instruction]!;
    code.immediates[instruction] = typeof immediate === 'bigint' ? immediate + BigInt(distance) : immediate + distance;
  }
}

// An instruction word of 64 bits, which is read as one bigint: combining two halves would allocate four.
const whole = new BigUint64Array(1);
const halves = new Uint32Array(whole.buffer);
/** The bit above the word. */
const EXTENDED = 2n ** 64n;

/** The bytecode: instructions and their immediates, then the constants. */
export function assemble(code: Code, { segments }: ConstSegments): Felt[] {
  const words: Felt[] = [];
  const { low, high, immediates } = code;
  for (let i = 0; i < low.length; i++) {
    halves[0] = low[i]!;
    halves[1] = high[i]!;
    const word = whole[0]!;
    words.push((high[i]! < 2 ** 32 ? word : word + EXTENDED) as Felt);
    const immediate = immediates[i];
    if (immediate !== undefined) words.push(reduce(BigInt(immediate)));
  }
  for (const values of segments) {
    words.push(RET_WORD as Felt);
    for (const value of values) words.push(reduce(value));
  }
  return words;
}
