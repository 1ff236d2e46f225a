import { selectorOf } from '../src/execution/hash/address.ts';
import { type Felt, formatFelt } from '../src/felt/felt.ts';

/** What the requests of a kind refer to. */
export interface KindsContract {
  readonly address: Felt;
  readonly classHash: Felt;
}

/** One kind of work. `round` is the number of earlier runs on the same chain, for work that must be new each time. */
export type Kind = {
  readonly name: string /** How many times faster than the native server we want to be. */;
  readonly bar: number;
} & (
  | {
      readonly how: 'call' | 'transaction';
      readonly entryPoint: string;
      readonly calldata: (contract: KindsContract, round: number) => readonly (bigint | number)[];
    }
  | { readonly how: 'request'; readonly method: string; readonly params: (contract: KindsContract) => unknown }
);

const call = (name: string, bar: number, entryPoint: string, ...calldata: readonly number[]): Kind => ({
  name: `call, ${name}`,
  bar,
  how: 'call',
  entryPoint,
  calldata: () => calldata,
});

const transaction = (
  name: string,
  bar: number,
  entryPoint: string,
  calldata: (contract: KindsContract, round: number) => readonly (bigint | number)[],
): Kind => ({ name: `transaction, ${name}`, bar, how: 'transaction', entryPoint, calldata });

/** The number of events that the chain has before `getEvents` is measured. */
export const EVENTS = 1000;

const eventsOf = (name: string, keys: readonly (readonly string[])[]): Kind => ({
  name: `getEvents, ${name}`,
  bar: 4,
  how: 'request',
  method: 'starknet_getEvents',
  params: ({ address }) => ({
    filter: {
      from_block: { block_number: 0 },
      to_block: 'latest',
      address: formatFelt(address),
      keys,
      chunk_size: EVENTS,
    },
  }),
});

const COUNTED = formatFelt(selectorOf('Counted'));
/** Keys of a map that no other transaction of the benchmark writes. */
const newKeys = (round: number) => 1_000_000 + 1000 * round;

/** The kinds of work, from those that are hardest to make fast. The contract is contracts/src/kinds.cairo. */
export const KINDS: readonly Kind[] = [
  call('empty function', 4, 'empty'),
  call('4,000 dictionary updates on 97 keys', 2.5, 'dictionary', 4000),
  call('100 secp256k1 multiplications', 2.5, 'secp256k1', 100),
  call('50 secp256r1 multiplications', 2.5, 'secp256r1', 50),
  transaction('200 storage writes to new keys of a map', 2.5, 'write_map', (_, round) => [newKeys(round), 200]),
  call('800 storage reads of a map', 2.5, 'read_map', 0, 800),
  call('300 keccaks of 4 words', 2.5, 'keccak', 300),
  call('8,000 Pedersen hashes in a chain', 2.5, 'pedersen', 8000),
  call('8,000 Poseidon permutations in a chain', 4, 'poseidon', 8000),
  call('150 SHA-256 of a short text', 4, 'sha256', 150),
  call('20 SHA-512 of a short text, in Cairo code', 4, 'sha512', 20),
  call('1,000 BLAKE2s compressions', 4, 'blake2s', 1000),
  call('150 ECDSA checks that fail', 4, 'ecdsa', 150),
  call('4,000 u256 products, sums and remainders', 4, 'wide_integers', 4000),
  call('30,000 u64 steps with remainder and xor', 4, 'integers', 30_000),
  call('100,000 felt products and sums', 4, 'felts', 100_000),
  call('array of 20,000 and its maximum', 4, 'array', 20_000),
  call('300 strings formatted and joined', 4, 'strings', 300),
  transaction('300 events', 4, 'emit_many', () => [300]),
  transaction('100 messages to L1', 4, 'send_many', () => [100]),
  call('300 nested contract calls', 4, 'call_many', 300),
  transaction('300 nested contract calls', 4, 'call_many', () => [300]),
  {
    name: 'call, 300 library calls',
    bar: 4,
    how: 'call',
    entryPoint: 'library_many',
    calldata: ({ classHash }) => [classHash, 300],
  },
  transaction('50 deploys', 4, 'deploy_many', ({ classHash }, round) => [classHash, newKeys(round), 50]),
  call('10,000 values returned', 4, 'many_values', 10_000),
  call('4,000 values of calldata', 4, 'take_values', 4000, ...Array.from({ length: 4000 }, (_, i) => i * 7919)),
  eventsOf(`all ${EVENTS} of a contract`, []),
  eventsOf(`10 of ${EVENTS} by key`, [
    [COUNTED],
    Array.from({ length: 10 }, (_, i) => formatFelt(BigInt(i * 97) as Felt)),
  ]),
];
