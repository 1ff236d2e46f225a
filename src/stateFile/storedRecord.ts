import { finish, type Steps } from '../async/steps.ts';
import type { Block } from '../chain/value/block.ts';
import { type Change, diffOfChangesSteps } from '../chain/value/change.ts';
import type { BlockRecord } from '../chain/value/history.ts';
import type { ExecutedTransaction } from '../chain/value/openBlock.ts';
import type { PackedEvents } from '../chain/value/packedEvents.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import type { State } from '../state/state.ts';
import { putContent, takeChanges, takeContent } from './blockContent.ts';
import { ByteReader } from './byteReader.ts';
import type { ByteWriter } from './byteWriter.ts';
import { readProtocol } from './chainCodec.ts';
import type { Classes } from './classNamed.ts';
import { felt, integer, record, text, wholeNumber } from './codec.ts';
import type { StoredEvents } from './storedEvents.ts';
import { gasPrices } from './transactionCodec.ts';

/** The beginning of a sealed block: what is read when the file is loaded. */
export type BlockHead = Pick<Block, 'hash' | 'parentHash' | 'timestamp'> & { readonly protocolVersion: string };
export const headCodec = record<BlockHead>({
  protocolVersion: text,
  timestamp: wholeNumber,
  hash: felt,
  parentHash: felt,
});

type BlockEnd = Omit<
  Block,
  keyof BlockHead | 'kind' | 'number' | 'protocol' | 'transactions' | 'mergeStateDiff' | 'commitment'
>;
/** The end of a sealed block. */
export const endCodec = record<BlockEnd>({
  sequencerAddress: felt,
  prices: gasPrices,
  newRoot: felt,
  transactionCommitment: felt,
  eventCommitment: felt,
  receiptCommitment: felt,
  stateDiffCommitment: felt,
  stateDiffLength: integer,
  eventCount: integer,
});

/** What the blocks of a file have in common. */
export interface BlockSource {
  readonly bytes: Uint8Array;
  readonly classes: Classes;
  /** The protocol that the node follows, if one was chosen. */
  readonly protocol: ProtocolConstants | undefined;
  readonly events: StoredEvents;
}

export function* putBlock(blockRecord: BlockRecord, out: ByteWriter): Steps<void> {
  if (blockRecord instanceof StoredRecord) return yield* out.longBytes(blockRecord.bytes);
  const { block } = blockRecord;
  const { protocol, timestamp, hash, parentHash } = block;
  headCodec.put({ protocolVersion: protocol.version, timestamp, hash, parentHash }, out);
  yield* putContent(blockRecord, out);
  endCodec.put(block, out);
}

/** Reads a block that was checked when the file was loaded. */
export function* takeBlock(source: BlockSource, number: number, start: number): Steps<BlockRecord> {
  const from = new ByteReader(source.bytes, start);
  const { protocolVersion, ...head } = headCodec.take(from);
  const { executed, changes } = yield* takeContent(from, source.classes);
  const block: Block = {
    kind: 'sealed',
    number,
    ...head,
    ...endCodec.take(from),
    protocol: readProtocol(protocolVersion, source.protocol),
    transactions: executed,
    mergeStateDiff: () => diffOfChangesSteps(changes),
  };
  return { block, executed, changes, state: undefined };
}

/** A block of a state file that is read when somebody asks for its content. Until then it takes only the bytes of the file. */
export class StoredRecord implements BlockRecord {
  readonly state: State | undefined;
  readonly #source: BlockSource;
  readonly #number: number;
  readonly #start: number;
  readonly #end: number;
  #read: BlockRecord | undefined;

  constructor(source: BlockSource, number: number, [start, end]: readonly [number, number], state: State | undefined) {
    this.#source = source;
    this.#number = number;
    this.#start = start;
    this.#end = end;
    this.state = state;
  }

  get #content(): BlockRecord {
    this.#read ??= finish(takeBlock(this.#source, this.#number, this.#start));
    return this.#read;
  }

  /** The block as the file has it. */
  get bytes(): Uint8Array {
    return this.#source.bytes.subarray(this.#start, this.#end);
  }

  /** The classes of the file, which its blocks refer to. */
  get classes(): Classes {
    return this.#source.classes;
  }

  get block(): Block {
    return this.#content.block;
  }

  get executed(): readonly ExecutedTransaction[] {
    return this.#content.executed;
  }

  /** Without the transactions, because past states are rebuilt from the changes of many blocks. */
  get changes(): readonly Change[] {
    if (this.#read) return this.#read.changes;
    const from = new ByteReader(this.#source.bytes, this.#start);
    headCodec.skip(from);
    return finish(takeChanges(from, this.#source.classes)).changes;
  }

  /** Searches go over all blocks, and decode only those that may have a matching event. */
  get packedEvents(): PackedEvents {
    return this.#source.events.of(this.#number);
  }
}
