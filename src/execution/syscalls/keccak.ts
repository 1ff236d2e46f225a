import { type Felt, feltOfAscii } from '../../felt/felt.ts';
import { keccakF1600 } from '../../felt/hash.ts';
import { type FeltKey, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { invalidInput, type SyscallHandler } from './syscallIo.ts';

/** The number of 64-bit words that one round absorbs. */
const RATE = 17;
const INVALID_LENGTH = keyOf(feltOfAscii('Invalid input length'));
const OUT_OF_GAS = keyOf(feltOfAscii('Out of gas'));
/** The end of a key whose value fits into 64 bits. */
const ABOVE_WORD = ZERO_KEY.slice(4);

/** Keccak-256 of input that the contract has padded. Its usage is counted in rounds, and only if it succeeds. */
export const keccak: SyscallHandler = (io) => {
  const { start, length } = io.spanBounds();
  if (!io.charge('Keccak')) return undefined;
  const words = io.keysAt(start, length);
  for (const word of words)
    if (!word.endsWith(ABOVE_WORD)) throw invalidInput(word, 'Invalid input for the keccak syscall.');
  if (length % RATE !== 0) {
    io.fail([INVALID_LENGTH]);
    return undefined;
  }
  const rounds = length / RATE;
  const gas = rounds * io.constants.costs.KeccakRound.base;
  if (gas > io.gas) {
    io.fail([OUT_OF_GAS]);
    return undefined;
  }
  io.gas -= gas;

  const usage = io.frame.usages.get('Keccak');
  if (usage) usage.count += rounds;
  else io.frame.usages.set('Keccak', { count: rounds, felts: 0 });
  const state = absorb(words);
  io.succeed();
  io.writeKey(keyOf(laneAt(state, 0)));
  io.writeKey(keyOf(laneAt(state, 2)));
};

function absorb(words: readonly FeltKey[]): Uint32Array {
  const state = new Uint32Array(50);
  for (let i = 0; i < words.length; i += RATE) {
    for (let lane = 0; lane < RATE; lane++) {
      const word = words[i + lane]!;
      state[2 * lane]! ^= word.charCodeAt(0) | (word.charCodeAt(1) << 16);
      state[2 * lane + 1]! ^= word.charCodeAt(2) | (word.charCodeAt(3) << 16);
    }
    keccakF1600(state);
  }
  return state;
}

/** Two lanes as one 128-bit number. */
function laneAt(state: Uint32Array, lane: number): Felt {
  let value = 0n;
  for (let i = 3; i >= 0; i--) value = (value << 32n) | BigInt(state[2 * lane + i]!);
  return value as Felt;
}
