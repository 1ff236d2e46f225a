import type { ChainView } from '../../chain/chainView.ts';
import { executedAt } from '../../chain/run/rerun.ts';
import { cellInChange } from '../../chain/value/change.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';
import { State } from '../../state/state.ts';
import type { RecordedCall } from '../explain/callRecorder.ts';
import { explainCall } from '../explain/explainCalls.ts';
import { phaseOf } from '../explain/explainTransaction.ts';
import type { ExplainedCall, Phase } from '../explain/explanation.ts';
import { senderOf } from '../find/outerCalls.ts';
import { namesIn } from '../names/namesIn.ts';
import { type CellWrite, cellWrites } from './cellWrites.ts';
import { readState, recordAgain } from './storageReads.ts';

/** A change of a variable or entry, which may be several cells long. */
export interface StorageWrite {
  readonly blockNumber: number;
  /** Who wrote: a transaction, a client that edited the state, or the start of the chain. */
  readonly by: 'transaction' | 'edit' | 'genesis';
  readonly transactionHash: Felt | undefined;
  /** The account that sent the transaction; undefined for a message from L1, which nobody on L2 sends. */
  readonly senderAddress: Felt | undefined;
  /** The function that wrote, such as `ERC20.transfer`; undefined if it was not asked for or is not known. */
  readonly functionName: string | undefined;
  readonly phase: Phase | undefined;
  /** The values of all cells. */
  readonly before: readonly Felt[];
  readonly after: readonly Felt[];
}

export interface StorageHistory {
  /** Newest first. */
  readonly writes: readonly StorageWrite[];
  /** Whether there are older ones. */
  readonly hasMore: boolean;
  /** The values before the first write of all, in genesis or at the origin of a fork. Undefined if there are older writes. */
  readonly initial: readonly Felt[] | undefined;
}

/** Which writes are listed. */
export interface StorageHistoryOptions {
  readonly toBlock: number;
  readonly limit: number;
  /** Whether to find the function of each write, by running its transaction again. */
  readonly withFunctions: boolean;
}

interface Step {
  readonly write: CellWrite;
  /** The new values of the cells that it changed, by their index. */
  readonly after: ReadonlyMap<number, FeltKey>;
}

/** Lists who wrote to cells, and when, newest first. */
export async function storageHistory(
  view: ChainView,
  address: FeltKey,
  keys: readonly FeltKey[],
  { toBlock, limit, withFunctions }: StorageHistoryOptions,
): Promise<StorageHistory> {
  const { value } = view;
  const writes = keys.map((key) => new Ahead(cellWrites(value, address, key, toBlock)));
  const steps: Step[] = [];
  while (steps.length < limit) {
    const newest = writes.reduce<CellWrite | undefined>((best, { head }) => later(best, head), undefined);
    if (!newest) break;
    const after = new Map<number, FeltKey>();
    for (const [i, ahead] of writes.entries())
      if (ahead.head && isSame(ahead.head, newest)) {
        after.set(i, ahead.head.after);
        ahead.next();
      }
    steps.push({ write: newest, after });
    if (steps.length % 256 === 0) await view.rest();
  }
  const hasMore = writes.some(({ head }) => head !== undefined);
  const ground = await groundValues(view, address, keys);
  const start = writes.map(({ head }, i) => feltOf(head?.after ?? ground[i]!));
  // The values after a write are those before the next one: one list for both.
  let values: readonly Felt[] = start;
  const listed: StorageWrite[] = [];
  for (const { write, after } of steps.toReversed()) {
    const before = values;
    values = before.map((felt, i) => (after.has(i) ? feltOf(after.get(i)!) : felt));
    const key = keys[after.keys().next().value!]!;
    const writer = withFunctions ? await writerOf(view, write, address, key) : undefined;
    const { blockNumber } = write;
    listed.push({ blockNumber, ...whoWrote(view, write), ...(writer ?? NO_WRITER), before, after: values });
    if (withFunctions) await view.rest();
  }
  return { writes: listed.reverse(), hasMore, initial: hasMore ? undefined : start };
}

/** Looks one item ahead. */
class Ahead {
  readonly #items: Iterator<CellWrite>;
  head: CellWrite | undefined;

  constructor(items: Iterator<CellWrite>) {
    this.#items = items;
    this.next();
  }

  next(): void {
    const { done, value } = this.#items.next();
    this.head = done ? undefined : value;
  }
}

const isSame = (a: CellWrite, b: CellWrite): boolean => a.blockNumber === b.blockNumber && a.change === b.change;

function later(a: CellWrite | undefined, b: CellWrite | undefined): CellWrite | undefined {
  if (!a || !b) return a ?? b;
  const isLater = b.blockNumber === a.blockNumber ? b.change > a.change : b.blockNumber > a.blockNumber;
  return isLater ? b : a;
}

/** The values below all writes: those that genesis began with, or those of the origin of a fork. */
function groundValues(view: ChainView, address: FeltKey, keys: readonly FeltKey[]): Promise<FeltKey[]> {
  // The first block has its state, which also contains what lies below the block.
  const { changes, state } = view.value.history.records.at(0)!;
  const below = State.over(state!.base);
  const isWritten = (key: FeltKey) => changes.some((change) => cellInChange(change, address, key) !== undefined);
  return readState(view, below, () => keys.map((key) => (isWritten(key) ? below : state!).storageAt(address, key)));
}

function whoWrote(
  { value }: ChainView,
  { blockNumber, index }: CellWrite,
): Pick<StorageWrite, 'by' | 'transactionHash' | 'senderAddress'> {
  if (index === undefined)
    return {
      by: blockNumber === value.history.firstNumber ? 'genesis' : 'edit',
      transactionHash: undefined,
      senderAddress: undefined,
    };
  const { hash, transaction } = executedAt(value, { blockNumber, index });
  const senderAddress = transaction.type === 'L1_HANDLER' ? undefined : senderOf(transaction);
  return { by: 'transaction', transactionHash: hash, senderAddress };
}

const NO_WRITER = { functionName: undefined, phase: undefined };

/** The function that made a change, and the phase of its transaction. */
async function writerOf(
  view: ChainView,
  { blockNumber, index }: CellWrite,
  address: FeltKey,
  key: FeltKey,
): Promise<Pick<StorageWrite, 'functionName' | 'phase'> | undefined> {
  if (index === undefined) return undefined;
  const { flags } = executedAt(view.value, { blockNumber, index });
  const recorder = await recordAgain(view, { blockNumber, index });
  const writer = recorder.writerOf(address, key);
  if (!writer) return undefined;
  const names = namesIn(view, view.value.open.state);
  const nameOf = () => functionText(explainCall(withoutActs(writer.call), (classHash) => names.find(classHash)));
  const named = nameOf();
  return {
    functionName: (await names.fetchMissing()) ? nameOf() : named,
    phase: phaseOf(writer.phase, flags),
  };
}

const withoutActs = (call: RecordedCall): RecordedCall => ({
  ...call,
  inner: [],
  events: [],
  prints: [],
  sequence: [],
});

function functionText({ contractName, functionName, selector, callType }: ExplainedCall): string | undefined {
  const known = functionName ?? (callType === 'CONSTRUCTOR' ? 'constructor' : undefined);
  const name = known ?? (selector === undefined ? undefined : formatFelt(selector));
  return contractName === undefined ? name : `${contractName}.${name ?? '?'}`;
}
