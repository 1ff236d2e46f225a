import type { BlockGeneration } from '../chain/config.ts';
import type { EvmL1, L1Connection, L1Cursor, L1Node, MockL1 } from '../chain/l1Connection.ts';
import type { MessageToL2 } from '../chain/run/broadcast.ts';
import type { ChainValue } from '../chain/value/chainValue.ts';
import type { Clock } from '../chain/value/clock.ts';
import type { MessageOutcome, Messaging, PendingMessage } from '../chain/value/messaging.ts';
import type { FixedHeader, OpenValue } from '../chain/value/openBlock.ts';
import type { FeltKey } from '../felt/key.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import { protocolNamed } from '../protocol/versions.ts';
import { PersistentMap } from '../state/persistentMap.ts';
import { cheatList } from './cheatCodec.ts';
import {
  as,
  type Codec,
  count,
  countBetween,
  felt,
  felts,
  flag,
  integer,
  key,
  list,
  literal,
  natural,
  naturalOf,
  optional,
  record,
  shortText,
  text,
  variant,
  wholeNumber,
} from './codec.ts';
import { priceMarket, scheduledCells } from './marketCodec.ts';
import { StateFileError } from './stateFileError.ts';
import { gasPrices } from './transactionCodec.ts';

/** What the chain was made of, and how much of each kind follows. */
export interface About {
  readonly chainId: string;
  readonly seed: number;
  readonly accounts: number;
  readonly initialBalance: bigint;
  readonly liteMode: boolean;
  /** Of a fork: the origin's block under the first of ours. */
  readonly forkBlock: number | undefined;
  readonly classes: number;
  readonly blocks: number;
  readonly journal: number;
}
export const aboutCodec = record<About>({
  chainId: shortText,
  seed: count,
  accounts: count,
  initialBalance: naturalOf(32),
  liteMode: flag,
  forkBlock: optional(integer),
  classes: count,
  blocks: count,
  journal: count,
});

/** The open block without its content. */
export interface OpenHead extends Pick<OpenValue, 'number' | 'prices' | 'header' | 'opening'> {
  readonly protocolVersion: string;
}
export const openCodec = record<OpenHead>({
  number: integer,
  protocolVersion: text,
  prices: gasPrices,
  header: optional(record<FixedHeader>({ timestamp: wholeNumber, prices: gasPrices })),
  opening: count,
});

/** The version that a block names. A node may follow one that is on no list. */
export function readProtocol(version: string, own: ProtocolConstants | undefined): ProtocolConstants {
  const found = version === own?.version ? own : protocolNamed(version);
  if (!found)
    throw new StateFileError(`the block follows protocol ${version}, which this Starbox does not know: update it`);
  return found;
}

const mapOf = <K extends string, V>(name: Codec<K>, value: Codec<V>): Codec<PersistentMap<K, V>> =>
  as(
    list(record<{ readonly key: K; readonly value: V }>({ key: name, value })),
    (map) => [...map].map(([key, value]) => ({ key, value })),
    (pairs) => PersistentMap.from(pairs.map(({ key, value }) => [key, value] as const)),
  );

const word = literal('transaction', 'demand', 'mempool');
/** As long as a start or a request may ask for. */
const seconds = countBetween(1, 2_000_000, 'seconds');
const interval = record<{ readonly intervalSeconds: number }>({ intervalSeconds: seconds });
const mempoolInterval = record<{ readonly mempoolSeconds: number }>({ mempoolSeconds: seconds });
const blockGeneration: Codec<BlockGeneration> = {
  put: (mode, out) => {
    flag.put(typeof mode === 'string', out);
    if (typeof mode === 'string') return word.put(mode, out);
    flag.put('intervalSeconds' in mode, out);
    if ('intervalSeconds' in mode) interval.put(mode, out);
    else mempoolInterval.put(mode, out);
  },
  take: (from) => {
    if (flag.take(from)) return word.take(from);
    return flag.take(from) ? interval.take(from) : mempoolInterval.take(from);
  },
  skip: (from) => void blockGeneration.take(from),
};
const impersonated: Codec<PersistentMap<FeltKey, true>> = as(
  list(key),
  (map) => [...map].map(([address]) => address),
  (addresses) => PersistentMap.from(addresses.map((address) => [address, true] as const)),
);

const storedL1 = variant<Exclude<L1Connection, EvmL1>, 'kind'>('kind', {
  node: record<L1Node>({
    kind: literal('node'),
    url: text,
    chainId: natural,
    contractAddress: natural,
    privateKey: text,
    cursor: record<L1Cursor>({ block: natural, logIndex: integer }),
  }),
  mock: record<MockL1>({
    kind: literal('mock'),
    contractAddress: natural,
    nextNonce: natural,
    sent: list(
      record<MessageToL2>({
        l1TransactionHash: optional(natural),
        l1ContractAddress: felt,
        l2ContractAddress: felt,
        entryPointSelector: felt,
        payload: felts,
        paidFeeOnL1: felt,
        nonce: felt,
      }),
    ),
    received: mapOf(text, integer),
  }),
});
/** An EVM in this process is not in the file: one that the configuration names starts again. */
const l1Codec: Codec<L1Connection | undefined> = as(
  optional(storedL1),
  (l1) => (l1?.kind === 'evm' ? undefined : l1),
  (l1): L1Connection | undefined => l1,
);

/** Everything else of the chain. */
export type Rest = Omit<ChainValue, 'origin' | 'history' | 'open' | 'journal' | 'pool'>;
export const restCodec = record<Rest>({
  clock: record<Clock>({
    shift: wholeNumber,
    pending: optional(wholeNumber),
    holds: flag,
    frozenAt: optional(integer),
  }),
  prices: gasPrices,
  market: optional(priceMarket),
  scheduledCells: optional(scheduledCells),
  blockGeneration,
  l1AcceptedNumber: optional(integer),
  originAcceptedNumber: optional(integer),
  impersonated,
  autoImpersonate: flag,
  cheats: cheatList,
  messaging: record<Messaging>({
    collectFrom: integer,
    pending: list(
      record<PendingMessage>({
        fromAddress: felt,
        toAddress: felt,
        payload: felts,
        transactionHash: felt,
        index: integer,
      }),
    ),
    unanswered: optional(natural),
    waiting: mapOf(text, integer),
    outcomes: mapOf(text, record<MessageOutcome>({ l1TransactionHash: optional(natural), refusal: optional(text) })),
    byL1Transaction: mapOf(text, felts),
    l1TransactionOf: mapOf(text, natural),
    l1: l1Codec,
  }),
});
