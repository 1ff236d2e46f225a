import { finish, type Steps } from '../../async/steps.ts';
import { StateCommitment } from '../../commitment/stateCommitment.ts';
import type { GasPrices } from '../../execution/blockContext.ts';
import { toFelt } from '../../felt/felt.ts';
import { type ClosedBlock, stepMarket } from '../../market/priceMarket.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import { protocolAfter } from '../../protocol/versions.ts';
import type { State } from '../../state/state.ts';
import type { NodeConfig } from '../config.ts';
import type { Origin } from '../origin.ts';
import type { ChainValue } from './chainValue.ts';
import { diffOfChangesSteps } from './change.ts';
import { afterEmptyBlock, emptyBlockTime, transactionTime } from './clock.ts';
import { appendBlock, emptyHistory, type History, nextNumber, recordOf } from './history.ts';
import { type FixedHeader, type OldBlock, type OpenValue, openBlock } from './openBlock.ts';
import { SealedBlock } from './sealedBlock.ts';

/** The address of the sequencer. */
export const SEQUENCER_ADDRESS = toFelt(0x1000n);
const ZERO = toFelt(0n);

/** What sealing depends on besides the chain. */
export interface Sealing {
  /** Lite mode: a block's hash is its number, and there are no commitments. */
  readonly liteMode: boolean;
  /** Whether blocks have state roots. */
  readonly commits: boolean;
  /** The version of the blocks that are opened from now on. */
  readonly protocol: ProtocolConstants;
  /** The hash of the block before the first of ours: zero, or a fork's origin block. */
  readonly originHash: typeof ZERO;
  /** The hash of a block of the origin, which contracts can read; undefined if it is unknown. */
  readonly originHashAt: (number: number) => typeof ZERO | undefined;
}

/** What sealing depends on in a chain with this configuration and origin. */
export const sealingOver = (
  {
    liteMode,
    stateCommitments,
    protocolVersion,
  }: Pick<NodeConfig, 'liteMode' | 'stateCommitments' | 'protocolVersion'>,
  origin: Origin | undefined,
): Sealing => ({
  liteMode,
  // The state of a fork is for the most part in its origin.
  commits: stateCommitments && !liteMode && !origin,
  protocol: protocolVersion ?? protocolAfter(origin?.block.protocolVersion),
  originHash: origin?.block.hash ?? ZERO,
  originHashAt: (number) => origin?.hashes.get(number),
});

// The header that a transaction sees is the header that its block gets. The first transaction of a block fixes it: its time is the
// clock's (clock.ts), its prices are those that held when the block was opened. A block that is closed without a transaction gets
// the time that the clock shows then and the prices that were set last.

/** The header that transactions of the open block see. */
export function headerNow(value: ChainValue, now: number): FixedHeader {
  const { open, clock } = value;
  return open.header ?? { timestamp: transactionTime(clock, now, latestTime(value)), prices: open.prices };
}

/** The time of the block before the open one. */
export const latestTime = ({ history, origin }: ChainValue): bigint =>
  history.records.last?.block.timestamp ?? origin?.block.timestamp ?? 0n;

/** What the clock of the chain shows. */
export const chainTime = (value: ChainValue, now: number): bigint =>
  emptyBlockTime(value.clock, now, latestTime(value));

/** Closes the open block as it is and opens the next. */
export const sealBlock = (value: ChainValue, now: number, sealing: Sealing): ChainValue =>
  finish(sealBlockSteps(value, now, sealing));

/** Closes the open block as it is and opens the next, with pauses if the block changes many cells. */
export function* sealBlockSteps(value: ChainValue, now: number, sealing: Sealing): Steps<ChainValue> {
  const { history, open, clock, prices } = value;
  const header = open.header ?? { timestamp: emptyBlockTime(clock, now, latestTime(value)), prices };
  const { stateDiff } = open;
  const executed = [...open.executed];
  const changes = [...open.changes];
  const base = {
    number: open.number,
    timestamp: header.timestamp,
    sequencerAddress: SEQUENCER_ADDRESS,
    prices: header.prices,
    protocol: open.protocol,
    transactions: executed,
  };
  const parent = history.records.last?.block ?? { hash: sealing.originHash };
  const committed = sealing.commits
    ? commitmentAfter(history).next({ stateDiff, mergeStateDiff: () => diffOfChangesSteps(changes) })
    : undefined;
  const block = new SealedBlock(base, { changes, stateDiff }, parent, sealing.liteMode, committed);
  const after = yield* appendBlock(history, { block, executed, changes, state: open.state, stateDiff });
  return {
    ...withNextBlock(value, after, sealing, block),
    // The first transaction of a block has already taken the time of the clock.
    clock: open.header ? clock : afterEmptyBlock(clock),
  };
}

/** The commitment to the state after everything in a history. */
const commitmentAfter = ({ records, state }: History): StateCommitment =>
  records.last?.block.commitment ?? StateCommitment.of(state);

/**
 * The chain with another history and a fresh open block after it. A schedule makes the prices from those of the last block; `sealed` is that block
 * if it was sealed just now, so that prices that were set while it was open hold.
 */
export function withNextBlock(value: ChainValue, history: History, sealing: Sealing, sealed?: ClosedBlock): ChainValue {
  const number = nextNumber(history);
  const { market, prices } = value.market
    ? stepMarket(value.market, sealed ?? history.records.last!.block, sealed && value.prices)
    : value;
  const old = oldBlock(history, number, sealing);
  const open = openBlock(number, history.state, prices, sealing.protocol, old, value.scheduledCells?.get(number));
  return { ...value, history, market, prices, open, pool: value.pool.afterBlock() };
}

/** The first block of a chain. On a fork, contracts can read hashes of the origin. */
export const firstOpenBlock = (number: number, state: State, prices: GasPrices, sealing: Sealing): OpenValue =>
  openBlock(number, state, prices, sealing.protocol, oldBlock(emptyHistory(number, state), number, sealing));

/** The block whose hash contracts can read from block `next` on. */
function oldBlock(history: History, next: number, { protocol, originHashAt }: Sealing): OldBlock | undefined {
  const number = next - protocol.storedBlockHashBuffer;
  const hash = recordOf(history, number)?.block.hash ?? originHashAt(number);
  return hash === undefined ? undefined : { number, hash };
}
