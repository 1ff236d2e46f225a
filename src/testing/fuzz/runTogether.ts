import type { Hex, Sandbox } from '../../library/index.ts';
import { ownRequest } from '../../library/requests/connection.ts';

/** Something that sends transactions, and ends when they are executed. */
interface WaitingCall {
  /** Resolves when it has ended, however it did. */
  readonly over: Promise<void>;
  isOver: boolean;
  /** Its transactions that wait. */
  hashes: readonly Hex[];
}

/** The most selections for one call: an action may send several transactions, one after the other. */
const MOST_SELECTIONS = 20;

/**
 * Starts calls one after the other, whose transactions wait in the mempool together, and executes them in another order in one block:
 * `order` has their positions. A transaction whose account has earlier ones comes after those. `settled` is told of each call that was
 * executed, and returns false to stop: what still waits is then dropped.
 */
export async function runTogether(
  box: Sandbox,
  starts: readonly (() => Promise<unknown>)[],
  order: readonly number[],
  settled: (index: number) => Promise<boolean>,
): Promise<void> {
  const { block_generation_on: mode } = await ownRequest(box)('sandbox_getOverview');
  await box.blocks.setMode('mempool');
  const calls: WaitingCall[] = [];
  for (const start of starts) calls.push(await startCall(box, start, calls));
  // Those that had to wait for an earlier nonce come in order of arrival.
  const left = new Set([...order.filter((index) => index < calls.length), ...calls.keys()]);
  let goesOn = true;
  for (let isMoving = true; isMoving && goesOn && left.size > 0; ) {
    isMoving = false;
    for (const index of left) {
      if (!(await execute(box, calls[index]!, calls))) continue;
      isMoving = true;
      left.delete(index);
      goesOn = await settled(index);
      if (!goesOn) break;
    }
  }
  await box.mempool.clear();
  await Promise.all(calls.map(({ over }) => over));
  // A block on demand is not over yet.
  const isOnDemand = mode === 'demand';
  if (!isOnDemand) await box.mempool.seal();
  await box.blocks.setMode(isOnDemand ? 'demand' : 'transaction');
}

/** Starts a call, and waits until its transaction waits, or it has ended without one. */
async function startCall(
  box: Sandbox,
  start: () => Promise<unknown>,
  earlier: readonly WaitingCall[],
): Promise<WaitingCall> {
  const waiting = await receivedBy(box);
  const end = () => {
    call.isOver = true;
  };
  const call: WaitingCall = { over: start().then(end, end), isOver: false, hashes: [] };
  await arrivalOf(box, call, waiting.length);
  call.hashes = await newHashes(box, earlier);
  return call;
}

/** Selects the transactions of a call until it has ended. Returns false if none of them can be selected yet. */
async function execute(box: Sandbox, call: WaitingCall, all: readonly WaitingCall[]): Promise<boolean> {
  for (let selections = 0; !call.isOver && selections < MOST_SELECTIONS; selections++) {
    const waiting = new Set(await receivedBy(box));
    const mine = call.hashes.filter((hash) => waiting.has(hash));
    const { preConfirmed, rejected } = await box.mempool.preconfirm(mine);
    const gone = preConfirmed.length + rejected.length;
    if (gone === 0) return false;
    await arrivalOf(box, call, waiting.size - gone);
    call.hashes = [...call.hashes, ...(await newHashes(box, all))];
  }
  return call.isOver;
}

/** Waits until a call has ended or more than so many transactions wait. */
async function arrivalOf(box: Sandbox, call: WaitingCall, count: number): Promise<void> {
  // It goes on waiting if the call ends first, until another transaction comes or the sandbox is closed.
  const arrived = box.mempool.arrived(count + 1).catch(() => undefined);
  await Promise.race([call.over, arrived]);
}

const receivedBy = async (box: Sandbox): Promise<readonly Hex[]> =>
  (await box.mempool.get()).transactions.flatMap(({ status, transactionHash }) =>
    status === 'RECEIVED' ? [transactionHash] : [],
  );

/** The transactions that wait and belong to none of some calls. */
async function newHashes(box: Sandbox, calls: readonly WaitingCall[]): Promise<readonly Hex[]> {
  const known = new Set(calls.flatMap(({ hashes }) => hashes));
  return (await receivedBy(box)).filter((hash) => !known.has(hash));
}
