import { bigEndian, keccak256, keccakF1600 } from '../../../felt/hash.ts';
import { debugCell, isFelt, readFelt, readPointer, shiftPointer } from '../../cells.ts';
import { formatPointer, type Pointer } from '../../pointer.ts';
import { OperandError, VmError } from '../../vmError.ts';
import type { Cairo0HintRun, Ids } from '../ids.ts';

const bytesOf = (value: bigint, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Number((value >> BigInt(8 * (count - 1 - i))) & 0xffn));

function writeHash(ids: Ids, input: readonly number[]): void {
  const hash = keccak256(Uint8Array.from(input));
  ids.set('high', bigEndian(hash.subarray(0, 16)));
  ids.set('low', bigEndian(hash.subarray(16)));
}

const splitOutput =
  (number: number): Cairo0HintRun =>
  (ids) => {
    const output = ids.felt(`output${number}`);
    ids.set(`output${number}_high`, output >> 128n);
    ids.set(`output${number}_low`, BigInt.asUintN(128, output));
  };

const splitInput =
  (index: number, bytes: number): Cairo0HintRun =>
  (ids) => {
    const word = readFelt(ids.host, shiftPointer(ids.pointer('inputs'), index));
    ids.set(`high${index}`, word >> BigInt(8 * bytes));
    ids.set(`low${index}`, BigInt.asUintN(8 * bytes, word));
  };

/** Keccak-f of 25 felts of 64 bits. */
function permute(lanes: readonly bigint[]): bigint[] {
  const words = Uint32Array.from(lanes.flatMap((lane) => [Number(lane & 0xffff_ffffn), Number(lane >> 32n)]));
  keccakF1600(words);
  return lanes.map((_, i) => BigInt(words[2 * i]!) | (BigInt(words[2 * i + 1]!) << 32n));
}

function stateSize(ids: Ids): number {
  const size = ids.constant('KECCAK_STATE_SIZE_FELTS');
  if (size >= 100n) throw new VmError(`Expected size to be in the range from [0, 100), got: ${size}`);
  if (size !== 25n) throw new OperandError('Could not convert slice to array');
  return Number(size);
}

function permuteAt(ids: Ids, start: Pointer, output: Pointer): void {
  const lanes = Array.from({ length: 25 }, (_, i) => {
    const cell = ids.host.get(shiftPointer(start, i));
    if (cell === undefined || !isFelt(cell))
      throw new OperandError(`Expected integer, found: ${cell === undefined ? 'None' : `Some(${debugCell(cell)})`}`);
    if (cell >= 1n << 64n) throw new OperandError(`Conversion to u64 failed for Felt252 ${cell}`);
    return cell;
  });
  ids.write(output, permute(lanes));
}

const finalize =
  (limit: bigint): Cairo0HintRun =>
  (ids) => {
    const size = stateSize(ids);
    const blocks = ids.constant('BLOCK_SIZE');
    if (blocks >= limit) throw new VmError(`Expected size to be in range from [0, 10), got: ${blocks}`);
    const zeros = new Array<bigint>(size).fill(0n);
    const pair = [...zeros, ...permute(zeros)];
    ids.write(ids.pointer('keccak_ptr_end'), new Array(Number(blocks)).fill(pair).flat() as bigint[]);
  };

/** keccak.cairo, cairo_keccak and builtin_keccak. */
export const KECCAK = {
  unsafeKeccak(ids: Ids) {
    const length = ids.felt('length');
    const data = ids.pointer('data');
    if (length >= 1n << 64n) throw new VmError(`Invalid input length, Got: length=${length}`);
    const input: number[] = [];
    for (let at = 0, word = 0; at < Number(length); at += 16, word++) {
      const count = Math.min(16, Number(length) - at);
      const value = readFelt(ids.host, shiftPointer(data, word));
      if (value >> BigInt(8 * count) !== 0n) throw new VmError(`Invalid word size: ${value}`);
      input.push(...bytesOf(value, count));
    }
    writeHash(ids, input);
  },
  unsafeKeccakFinalize(ids: Ids) {
    const state = ids.address('keccak_state');
    const start = readPointer(ids.host, state);
    const end = readPointer(ids.host, shiftPointer(state, 1));
    if (end < start)
      throw new VmError(`Operation failed: ${formatPointer(end)} - ${formatPointer(start)}, offsets cant be negative`);
    const input: number[] = [];
    for (let at = start; at < end; at = shiftPointer(at, 1)) input.push(...bytesOf(readFelt(ids.host, at), 16));
    writeHash(ids, input);
  },
  splitOutput0: splitOutput(0),
  splitOutput1: splitOutput(1),
  splitInput3: splitInput(3, 1),
  splitInput6: splitInput(6, 2),
  splitInput9: splitInput(9, 3),
  splitInput12: splitInput(12, 4),
  splitInput15: splitInput(15, 5),
  splitNBytes(ids: Ids) {
    const bytes = ids.felt('n_bytes');
    const word = ids.constant('BYTES_IN_WORD');
    ids.set('n_words_to_copy', bytes / word);
    ids.set('n_bytes_left', bytes % word);
  },
  splitOutputMidLowHigh(ids: Ids) {
    const output = ids.felt('output1');
    ids.set('output1_high', output >> 184n);
    ids.set('output1_mid', BigInt.asUintN(128, output >> 56n));
    ids.set('output1_low', BigInt.asUintN(56, output));
  },
  keccakWriteArgs(ids: Ids) {
    const [low, high] = [ids.felt('low'), ids.felt('high')];
    const word = (value: bigint) => BigInt.asUintN(64, value);
    ids.write(ids.pointer('inputs'), [word(low), low >> 64n, word(high), high >> 64n]);
  },
  compareBytesInWord: (ids) => ids.setAp(ids.felt('n_bytes') < ids.constant('BYTES_IN_WORD') ? 1n : 0n),
  compareKeccakFullRate: (ids) => ids.setAp(ids.felt('n_bytes') >= ids.constant('KECCAK_FULL_RATE_IN_BYTES') ? 1n : 0n),
  keccakBlock(ids: Ids) {
    const size = stateSize(ids);
    const at = ids.pointer('keccak_ptr');
    permuteAt(ids, shiftPointer(at, -size), at);
  },
  keccakBlockOfStart(ids: Ids) {
    stateSize(ids);
    permuteAt(ids, ids.pointer('keccak_ptr_start'), ids.pointer('output'));
  },
  keccakIsFullWord: (ids) => ids.set('full_word', ids.felt('n_bytes') >= 8n ? 1n : 0n),
  keccakFinalize: finalize(10n),
  keccakFinalizeLarge: finalize(1000n),
} as const satisfies Record<string, Cairo0HintRun>;
