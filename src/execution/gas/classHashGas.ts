import type { SegmentLengths } from '../../cairo/casm.ts';
import type { RunnableClass } from '../../classes/runnableClass.ts';
import type { Felt } from '../../felt/felt.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';

// The OS hashes every class that a block runs. The network estimates the cost from measurements of the OS (crate blockifier
// 0.20.0-rc.1 of the sequencer): the steps of its functions, and those of BLAKE over felts of two sizes.
const CLASS_STEPS = 54;
const ENTRY_POINTS_STEPS = 21;
const ENTRY_POINT_STEPS = 30;
const BYTECODE_STEPS = 4;
const SEGMENTED_STEPS = 15;
const SEGMENT_STEPS = 30;

const SMALL_FELT = 2n ** 63n;
const WORDS_PER_SMALL = 2;
const WORDS_PER_LARGE = 8;
const WORDS_PER_BLOCK = 16;
const STEPS_PER_SMALL = 15;
const STEPS_PER_LARGE = 38;
const EMPTY_STEPS = 167;
const FULL_BLOCKS_STEPS = 216;
const PART_BLOCK_STEPS = 192;
const STEPS_PER_TWO_WORDS_LEFT = 3;
const STEPS_SAVED_PER_BLOCK = 2;
const RANGE_CHECKS = 3;

const CAIRO0_STEPS_PER_PEDERSEN = 8;

const cache = new WeakMap<ProtocolConstants, WeakMap<RunnableClass, number>>();

/** The Sierra gas for hashing a class in the OS, which counts towards the limit of a block. */
export function classHashGas(runnable: RunnableClass, constants: ProtocolConstants): number {
  let byClass = cache.get(constants);
  if (!byClass) cache.set(constants, (byClass = new WeakMap()));
  let gas = byClass.get(runnable);
  if (gas === undefined)
    byClass.set(
      runnable,
      (gas = runnable.kind === 'sierra' ? sierraGas(runnable, constants) : cairo0Gas(runnable, constants)),
    );
  return gas;
}

/** The gas for hashing the given numbers of small and large felts. */
function hashGas(small: number, large: number, { stepGas, builtinGas, blakeGas }: ProtocolConstants): number {
  const words = small * WORDS_PER_SMALL + large * WORDS_PER_LARGE;
  if (words === 0) return EMPTY_STEPS * stepGas;
  const left = words % WORDS_PER_BLOCK;
  const base = left === 0 ? FULL_BLOCKS_STEPS : PART_BLOCK_STEPS + (left / 2) * STEPS_PER_TWO_WORDS_LEFT;
  const saved = Math.floor(words / WORDS_PER_BLOCK) * STEPS_SAVED_PER_BLOCK;
  const steps = small * STEPS_PER_SMALL + large * STEPS_PER_LARGE + base - saved;
  return (
    steps * stepGas +
    (small + large + RANGE_CHECKS) * builtinGas.range_check +
    Math.ceil(words / WORDS_PER_BLOCK) * blakeGas
  );
}

function sierraGas(runnable: RunnableClass, constants: ProtocolConstants): number {
  let gas = (CLASS_STEPS + BYTECODE_STEPS) * constants.stepGas + hashGas(0, 5, constants);
  for (const list of Object.values(runnable.entryPoints)) {
    gas += ENTRY_POINTS_STEPS * constants.stepGas + hashGas(list.length, 2 * list.length, constants);
    for (const { builtins } of list)
      gas += ENTRY_POINT_STEPS * constants.stepGas + hashGas(0, builtins.length, constants);
  }
  const { bytecode } = runnable.program;
  const segments = runnable.segmentLengths;
  if (segments === undefined || typeof segments === 'number')
    return gas + feltsGas(bytecode, 0, bytecode.length, constants);
  gas += SEGMENTED_STEPS * constants.stepGas + hashGas(segments.length, segments.length, constants);
  let start = 0;
  for (const segment of segments) {
    const end = start + lengthOf(segment);
    gas += SEGMENT_STEPS * constants.stepGas + feltsGas(bytecode, start, end, constants);
    start = end;
  }
  return gas;
}

const lengthOf = (segment: SegmentLengths): number =>
  typeof segment === 'number' ? segment : segment.reduce<number>((sum, inner) => sum + lengthOf(inner), 0);

function feltsGas(felts: readonly Felt[], start: number, end: number, constants: ProtocolConstants): number {
  let small = 0;
  for (let i = start; i < end; i++) if (felts[i]! < SMALL_FELT) small++;
  return hashGas(small, end - start - small, constants);
}

/** A Cairo 0 class is hashed with a chain of Pedersen hashes over entry points, builtins, code and the hash of the rest. */
function cairo0Gas({ entryPoints, program }: RunnableClass, { stepGas, builtinGas }: ProtocolConstants): number {
  const entries = Object.values(entryPoints).reduce((sum, list) => sum + list.length, 0);
  const hashes = 2 * entries + program.builtins.length + program.bytecode.length + 1;
  return hashes * (CAIRO0_STEPS_PER_PEDERSEN * stepGas + builtinGas.pedersen);
}
