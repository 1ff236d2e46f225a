import type { DeclaredClass } from '../../classes/declaredClass.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { State } from '../../state/state.ts';
import type { NodeConfig } from '../config.ts';
import type { Block } from '../value/block.ts';
import type { ChainValue } from '../value/chainValue.ts';
import { applyChange, type Change } from '../value/change.ts';
import type { JournalRecord } from '../value/journal.ts';
import type { ExecutedTransaction } from '../value/openBlock.ts';
import {
  aboutCodec,
  type BlockLine,
  blockCodec,
  type ExecutedLine,
  openCodec,
  restCodec,
  writtenProtocol,
} from './chainCodec.ts';
import { definitionCodec } from './classCodec.ts';
import { key } from './codec.ts';
import { wrapLines } from './envelope.ts';
import { type StateStep, stepBetween } from './stateCodec.ts';

/** What a state file contains in addition to the chain. */
export interface EncodeOptions {
  readonly config: NodeConfig;
  /** A record of the journal as a line of text. */
  readonly writeRecord: (record: JournalRecord) => string;
  /** Lets other work run at the end of a time slice. */
  readonly pause: () => Promise<void>;
}

const SLICE_MS = 20;

/** The whole chain as the bytes of a state file. The value is immutable, so writes can continue meanwhile. */
export async function encodeState(value: ChainValue, options: EncodeOptions): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const lines: Uint8Array[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const line of linesOf(value, options)) {
    lines.push(encoder.encode(`${line}\n`));
    if (performance.now() < sliceEnd) continue;
    await options.pause();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return wrapLines(lines);
}

function* linesOf(value: ChainValue, { config, writeRecord }: EncodeOptions): Generator<string> {
  const { history, open, journal, ...rest } = value;
  const classes = classesOf(value);
  const about = {
    ...config,
    forkBlock: config.fork && history.firstNumber - 1,
    classes: classes.size,
    blocks: history.records.length,
    journal: journal.length,
  };
  yield JSON.stringify(aboutCodec.write(about));
  for (const [name, { definition }] of classes)
    yield JSON.stringify({ classHash: key.write(name), definition: definitionCodec.write(definition) });
  let state = State.over(open.state.base);
  for (const { block, executed, changes, state: stored } of history.records) {
    const walk = new StateWalk(state, changes);
    const lines = [...executed].map((each) => lineOfExecuted(each, walk));
    // The state below the first block belongs to no block, and that of the last is stored.
    const after = block.number === open.number - 1 ? history.state : (stored ?? walk.to(changes.length));
    yield JSON.stringify(blockCodec.write(lineOf(block, lines, walk.stepTo(after))));
    state = after;
  }
  const walk = new StateWalk(open.initial, [...open.changes], open.opening);
  yield JSON.stringify(
    openCodec.write({
      ...open,
      protocolVersion: writtenProtocol(open.protocol),
      initial: stepBetween(state, open.initial, nameOf),
      executed: [...open.executed].map((each) => lineOfExecuted(each, walk)),
      after: walk.stepTo(open.state),
      diffs: [open.stateDiff],
    }),
  );
  yield JSON.stringify(restCodec.write(rest));
  for (const record of journal) yield writeRecord(record);
}

const nameOf = ({ classHash }: DeclaredClass): FeltKey => keyOf(classHash);

/** Every class that the chain knows, once. */
function classesOf({ history, open }: ChainValue): Map<FeltKey, DeclaredClass> {
  const classes = new Map<FeltKey, DeclaredClass>();
  const add = (declared: DeclaredClass) => classes.set(nameOf(declared), declared);
  for (const [, declared] of open.state.changesSince(State.over(open.state.base)).declared) add(declared);
  for (const executed of [...[...history.records].flatMap((record) => record.executed), ...open.executed])
    if (executed.declaredClass) add(executed.declaredClass);
  return classes;
}

/** Copies the members one by one, because some are getters that a spread would not read. */
const lineOf = (block: Block, executed: readonly ExecutedLine[], after: StateStep): BlockLine => ({
  number: block.number,
  timestamp: block.timestamp,
  sequencerAddress: block.sequencerAddress,
  prices: block.prices,
  protocolVersion: writtenProtocol(block.protocol),
  stateDiff: block.mergeStateDiff(),
  hash: block.hash,
  parentHash: block.parentHash,
  newRoot: block.newRoot,
  transactionCommitment: block.transactionCommitment,
  eventCommitment: block.eventCommitment,
  receiptCommitment: block.receiptCommitment,
  stateDiffCommitment: block.stateDiffCommitment,
  stateDiffLength: block.stateDiffLength,
  eventCount: block.eventCount,
  executed,
  after,
});

function lineOfExecuted(executed: ExecutedTransaction, walk: StateWalk): ExecutedLine {
  const { hash, transaction, receipt, flags, changesBefore, l1TransactionHash } = executed;
  const before = walk.stepTo(walk.to(changesBefore));
  return {
    hash,
    before,
    transaction,
    receipt,
    flags,
    ...(l1TransactionHash === undefined ? {} : { l1TransactionHash }),
  };
}

/** Goes through the states of a block, change by change, and returns the differences between those it stops at. */
class StateWalk {
  readonly #changes: readonly Change[];
  #state: State;
  #at: number;
  #last: State;

  constructor(start: State, changes: readonly Change[], at = 0) {
    this.#changes = changes;
    this.#state = start;
    this.#last = start;
    this.#at = at;
  }

  /** The state after the given number of changes. */
  to(count: number): State {
    for (; this.#at < count; this.#at++) this.#state = applyChange(this.#state, this.#changes[this.#at]!);
    return this.#state;
  }

  /** What changed since the last step. */
  stepTo(state: State): StateStep {
    const step = stepBetween(this.#last, state, nameOf);
    this.#last = state;
    return step;
  }
}
