import type { GasPrices } from '../../execution/blockContext.ts';
import type { ExecutionFlags } from '../../execution/outcome.ts';
import type { Receipt } from '../../execution/receipt.ts';
import type { ExecutableTransaction } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import { protocolNamed } from '../../protocol/versions.ts';
import { PersistentMap } from '../../state/persistentMap.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import type { BlockGeneration } from '../config.ts';
import type { L1Connection, L1Cursor, L1Node, MockL1 } from '../l1Connection.ts';
import type { MessageToL2 } from '../run/broadcast.ts';
import type { Block } from '../value/block.ts';
import type { ChainValue } from '../value/chainValue.ts';
import type { Clock } from '../value/clock.ts';
import type { Messaging } from '../value/messaging.ts';
import type { FixedHeader } from '../value/openBlock.ts';
import {
  added,
  type Codec,
  count,
  felt,
  flag,
  integer,
  key,
  list,
  literal,
  natural,
  optional,
  plain,
  record,
  text,
  variant,
  wholeNumber,
} from './codec.ts';
import { diffCodec, type StateStep, stepCodec } from './stateCodec.ts';
import { StateFileError } from './stateFileError.ts';
import { flagsCodec, gasPrices, messageCodec, receiptCodec, transactionCodec } from './transactionCodec.ts';

// What each line of a state file holds (version 2). Version 1 has no `prices` of the open block, no `holds`, and no times above 2^53 - 1.

/** The first line after the header: what the chain was made of, and how many lines of each kind follow. */
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
  chainId: text,
  seed: count,
  accounts: count,
  initialBalance: natural,
  liteMode: flag,
  forkBlock: optional(integer),
  classes: count,
  blocks: count,
  journal: count,
});

/** A transaction; its state is given by what changed since the one before it. */
export interface ExecutedLine {
  readonly hash: Felt;
  readonly before: StateStep;
  readonly transaction: ExecutableTransaction;
  readonly receipt: Receipt;
  readonly flags: ExecutionFlags;
  readonly l1TransactionHash?: bigint;
}
const executed = list(
  record<ExecutedLine>({
    hash: felt,
    before: stepCodec,
    transaction: transactionCodec,
    receipt: receiptCodec,
    flags: flagsCodec,
    l1TransactionHash: optional(natural),
  }),
);

/** The protocol version of a block. It is left out where it is that of the first files, which had none. */
const protocolVersion = optional(text);
const UNNAMED_PROTOCOL = '0.14.4';

export const writtenProtocol = ({ version }: ProtocolConstants): string | undefined =>
  version === UNNAMED_PROTOCOL ? undefined : version;

/** The version that a line names. A node may follow one that is on no list. */
export function readProtocol(version = UNNAMED_PROTOCOL, own: ProtocolConstants | undefined): ProtocolConstants {
  const found = version === own?.version ? own : protocolNamed(version);
  if (!found)
    throw new StateFileError(`the block follows protocol ${version}, which this Starbox does not know: update it`);
  return found;
}

/** A sealed block. */
export interface BlockLine extends Omit<Block, 'kind' | 'protocol' | 'transactions' | 'mergeStateDiff'> {
  readonly protocolVersion: string | undefined;
  readonly stateDiff: StateDiff;
  readonly executed: readonly ExecutedLine[];
  readonly after: StateStep;
}
export const blockCodec = record<BlockLine>({
  number: integer,
  timestamp: wholeNumber,
  sequencerAddress: felt,
  prices: gasPrices,
  protocolVersion,
  stateDiff: diffCodec,
  hash: felt,
  parentHash: felt,
  newRoot: felt,
  transactionCommitment: felt,
  eventCommitment: felt,
  receiptCommitment: felt,
  stateDiffCommitment: felt,
  stateDiffLength: integer,
  eventCount: integer,
  executed,
  after: stepCodec,
});

/** The block under construction. */
export interface OpenLine {
  readonly number: number;
  readonly protocolVersion: string | undefined;
  readonly prices: GasPrices | undefined;
  readonly header: FixedHeader | undefined;
  readonly initial: StateStep;
  readonly executed: readonly ExecutedLine[];
  readonly after: StateStep;
  readonly diffs: readonly StateDiff[];
}
export const openCodec = record<OpenLine>({
  number: integer,
  protocolVersion,
  prices: optional(gasPrices),
  header: optional(record<FixedHeader>({ timestamp: wholeNumber, prices: gasPrices })),
  initial: stepCodec,
  executed,
  after: stepCodec,
  diffs: list(diffCodec),
});

const mapOf = <K extends string, V>(name: Codec<K>, value: Codec<V>): Codec<PersistentMap<K, V>> => {
  const pairs = list(record<{ readonly key: K; readonly value: V }>({ key: name, value }));
  return {
    write: (map) => pairs.write([...map].map(([key, value]) => ({ key, value }))),
    read: (json) => PersistentMap.from(pairs.read(json).map(({ key, value }) => [key, value] as const)),
  };
};

const word = literal('transaction', 'demand');
/** As long as a start or a request may ask for. */
const seconds = plain<number>(
  'a number of seconds between 1 and 2000000',
  (json) => Number.isSafeInteger(json) && (json as number) >= 1 && (json as number) <= 2_000_000,
);
const interval = record<{ readonly intervalSeconds: number }>({ intervalSeconds: seconds });
const blockGeneration: Codec<BlockGeneration> = {
  write: (mode) => (typeof mode === 'string' ? mode : interval.write(mode)),
  read: (json) => (typeof json === 'string' ? word.read(json) : interval.read(json)),
};
const impersonated: Codec<PersistentMap<FeltKey, true>> = {
  write: (map) => list(key).write([...map].map(([address]) => address)),
  read: (json) =>
    PersistentMap.from(
      list(key)
        .read(json)
        .map((address) => [address, true] as const),
    ),
};

const l1Codec = variant<L1Connection, 'kind'>('kind', {
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
        payload: list(felt),
        paidFeeOnL1: felt,
        nonce: felt,
      }),
    ),
    received: mapOf(text, integer),
  }),
});

/** Everything else of the chain. */
export type RestLine = Omit<ChainValue, 'origin' | 'history' | 'open' | 'journal'>;
export const restCodec = record<RestLine>({
  clock: record<Clock>({
    shift: wholeNumber,
    pending: optional(wholeNumber),
    holds: added(flag, false),
    frozenAt: optional(integer),
  }),
  prices: gasPrices,
  blockGeneration,
  l1AcceptedNumber: optional(integer),
  originAcceptedNumber: optional(integer),
  impersonated,
  autoImpersonate: flag,
  messaging: record<Messaging>({
    collectFrom: integer,
    pending: list(messageCodec),
    unanswered: optional(natural),
    waiting: mapOf(text, integer),
    byL1Transaction: mapOf(text, list(felt)),
    l1: optional(l1Codec),
  }),
});
