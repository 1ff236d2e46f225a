import { blake2sCompress, sha256Block } from '../../../felt/hash.ts';
import { blake2sStart } from '../../../felt/plain/blake2s.ts';
import { sha256Start } from '../../../felt/plain/sha2.ts';
import { readFelt, shiftPointer, sizeOf } from '../../cells.ts';
import type { Pointer } from '../../pointer.ts';
import { VmError } from '../../vmError.ts';
import type { Cairo0HintRun, Ids } from '../ids.ts';

const SHA_BLOCKS = 7;
const BLAKE_INSTANCES = 7;

const word = (ids: Ids, address: Pointer, fail: (felt: bigint) => VmError): number => {
  const felt = readFelt(ids.host, address);
  if (felt >= 1n << 32n) throw fail(felt);
  return Number(felt);
};
const tooWide = (felt: bigint): VmError => new VmError(`Conversion to u32 failed for Felt252 ${felt}`);
const notWord = (): VmError => new VmError("Couldn't convert BigInt to u32");
const words = (ids: Ids, start: Pointer, count: number, fail: (felt: bigint) => VmError): Uint32Array =>
  Uint32Array.from({ length: count }, (_, i) => word(ids, shiftPointer(start, i), fail));

function compressSha(ids: Ids, state: Uint32Array): void {
  const input = ids.pointer('sha256_start');
  if (ids.constant('SHA256_INPUT_CHUNK_SIZE_FELTS') !== 16n)
    throw new VmError('assert 0 <= _sha256_input_chunk_size_felts < 100');
  sha256Block(state, words(ids, input, 16, tooWide));
  ids.write(ids.pointer('output'), [...state]);
}

function blakeAt(ids: Ids, output: Pointer): void {
  const state = words(ids, shiftPointer(output, -26), 8, notWord);
  const message = words(ids, shiftPointer(output, -18), 16, notWord);
  const counter = word(ids, shiftPointer(output, -2), tooWide);
  const flag = word(ids, shiftPointer(output, -1), tooWide);
  if (flag !== 0 && flag !== 0xffff_ffff)
    throw new VmError(`Invalid value for f. Got: ${flag}. Expected: ${0xffff_ffff}`);
  blake2sCompress(state, message, counter, flag !== 0);
  ids.write(output, [...state]);
}

/** Fills the unused instances of a batch. */
const blakePadding =
  (messageFirst: boolean): Cairo0HintRun =>
  (ids) => {
    const start = [...blake2sStart()];
    const message = new Array<number>(16).fill(0);
    const state = blake2sStart();
    blake2sCompress(state, Uint32Array.from(message), 0, true);
    const instance = [...(messageFirst ? [...message, ...start] : [...start, ...message]), 0, 0xffff_ffff, ...state];
    ids.write(ids.pointer('blake2s_ptr_end'), new Array(BLAKE_INSTANCES - 1).fill(instance).flat() as number[]);
  };

const limbs = (value: bigint): bigint[] => [0n, 32n, 64n, 96n].map((at) => BigInt.asUintN(32, value >> at));

/** cairo_sha256 and cairo_blake2s. */
export const HASHES = {
  sha256Input: (ids) => ids.set('full_word', ids.felt('n_bytes') >= 4n ? 1n : 0n),
  sha256First: (ids) => compressSha(ids, sha256Start()),
  sha256Next(ids: Ids) {
    const state = ids.pointer('state');
    const size = ids.constant('SHA256_STATE_SIZE_FELTS');
    if (size >= 100n) throw new VmError('assert 0 <= _sha256_state_size_felts < 100');
    if (size !== 8n) throw new VmError(`Invalid value for SHA256_STATE_SIZE_FELTS. Got: ${size}. Expected: 8`);
    compressSha(ids, words(ids, state, 8, tooWide));
  },
  sha256Finalize(ids: Ids) {
    const start = [...sha256Start()];
    const state = sha256Start();
    sha256Block(state, new Uint32Array(16));
    const instance = [...new Array<number>(16).fill(0), ...start, ...state];
    ids.write(ids.pointer('sha256_ptr_end'), new Array(SHA_BLOCKS - 1).fill(instance).flat() as number[]);
  },
  blake2s: (ids) => blakeAt(ids, ids.pointer('output')),
  blake2sExample(ids: Ids) {
    const [input, output] = [ids.pointer('blake2s_start'), ids.pointer('output')];
    const bytes = ids.felt('n_bytes');
    if (bytes >= 1n << 32n) throw tooWide(bytes);
    const state = blake2sStart();
    blake2sCompress(state, words(ids, input, 16, notWord), Number(bytes), true);
    ids.write(output, [...state]);
  },
  blake2sFinalize: blakePadding(false),
  blake2sFinalizeMessageFirst: blakePadding(true),
  blake2sAddUint256: (ids) => ids.write(ids.pointer('data'), [...limbs(ids.felt('low')), ...limbs(ids.felt('high'))]),
  blake2sAddUint256BigEnd: (ids) =>
    ids.write(ids.pointer('data'), [...limbs(ids.felt('low')), ...limbs(ids.felt('high'))].reverse()),
  blake2sIsSmall(ids: Ids) {
    const [end, values] = [ids.pointer('end'), ids.pointer('packed_values')];
    ids.setAp(end !== values && readFelt(ids.host, values) < 1n << 63n ? 1n : 0n);
  },
  blake2sUnpack(ids: Ids) {
    const count = sizeOf(ids.felt('packed_values_len'));
    const packed = ids.pointer('packed_values');
    const out: bigint[] = [];
    for (let i = 0; i < count; i++) {
      const felt = readFelt(ids.host, shiftPointer(packed, i));
      const small = felt < 1n << 63n;
      const value = small ? felt : felt + (1n << 255n);
      for (let at = small ? 1 : 7; at >= 0; at--) out.push(BigInt.asUintN(32, value >> BigInt(32 * at)));
    }
    ids.write(ids.pointer('unpacked_u32s'), out);
  },
} as const satisfies Record<string, Cairo0HintRun>;
