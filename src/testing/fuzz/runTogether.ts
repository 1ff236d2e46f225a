import type { Hex, Sandbox } from '../../library/index.ts';
import { nodeOf, ownRequest, runningCalls } from '../../library/requests/connection.ts';

/** Something that sends transactions, and ends when they are executed. */
interface WaitingCall {
  /** Resolves when it has ended, however it did. */
  readonly over: Promise<void>;
  isOver: boolean;
  /** The transactions that it has sent. */
  readonly hashes: Set<Hex>;
}

/** How many turns of the event loop a call gets to send more transactions, once one of its own waits. */
const MOST_TURNS = 50;

/**
 * Starts calls one after the other, whose transactions wait in the mempool together, and executes them in another order: `order` has their
 * positions. A transaction whose account has earlier ones comes after those. `settled` is told of each call that has ended, and returns false
 * to stop: what still waits is then dropped. Calls whose transactions can never be selected end with the error that they were removed.
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
  // The order may have fewer positions than there are calls: the others come last.
  const left = new Set([...order.filter((index) => index < calls.length), ...calls.keys()]);
  let goesOn = true;
  let sending: Promise<unknown> | undefined;
  for (let isMoving = true; isMoving && goesOn && left.size > 0; ) {
    isMoving = false;
    for (const index of left) {
      const call = calls[index]!;
      if (await execute(box, call, calls)) isMoving = true;
      if (!call.isOver) continue;
      isMoving = true;
      left.delete(index);
      // No call sends something now: they wait to be executed. So what arrives is the check's.
      const { size } = nodeOf(box).value.pool.received;
      const check = settled(index);
      const ended = await endOrArrival(box, check, size);
      if (ended === 'arrival') sending = check;
      goesOn = ended === true;
      if (!goesOn) break;
    }
  }
  // A block on demand is not over yet; otherwise this seals it. What an action sends from now on, since others were removed, does not wait.
  await box.blocks.setMode(mode === 'demand' ? 'demand' : 'transaction');
  await box.mempool.clear();
  await Promise.all(calls.map(({ over }) => over));
  if (sending) {
    await sending;
    throw new Error(
      "The check sends a transaction while calls wait in the mempool, where it would wait for ever. Send it in an action, or to a box.clone(), or leave this move out: moves: ['time', 'blocks'].",
    );
  }
  for (const index of left) {
    if (!goesOn) break;
    goesOn = await settled(index);
  }
}

/** Starts a call, and waits until its transactions wait, or it has ended without one. */
async function startCall(
  box: Sandbox,
  start: () => Promise<unknown>,
  earlier: readonly WaitingCall[],
): Promise<WaitingCall> {
  const end = () => {
    call.isOver = true;
  };
  const call: WaitingCall = { over: start().then(end, end), isOver: false, hashes: new Set() };
  await sentBy(box, call, [...earlier, call]);
  return call;
}

/** Selects the transactions of a call until it has ended or none of them can be selected yet. Returns whether one was selected. */
async function execute(box: Sandbox, call: WaitingCall, all: readonly WaitingCall[]): Promise<boolean> {
  let isMoving = false;
  for (;;) {
    const mine = await sentBy(box, call, all);
    if (call.isOver) return isMoving;
    const { preConfirmed, rejected, isBlockFull } = await box.mempool.preconfirm(mine);
    const isSelected = preConfirmed.length + rejected.length > 0;
    if (isBlockFull) await box.mempool.seal();
    else if (!isSelected) return isMoving;
    isMoving = true;
  }
}

/**
 * Waits until a call has ended, or a transaction of its own waits and it sends no others beside it. What belongs to no call is its own.
 * Returns those that wait.
 */
async function sentBy(box: Sandbox, call: WaitingCall, all: readonly WaitingCall[]): Promise<readonly Hex[]> {
  for (let turns = 0; ; ) {
    const waiting = await receivedBy(box);
    const known = new Set(all.flatMap(({ hashes }) => [...hashes]));
    for (const hash of waiting) if (!known.has(hash)) call.hashes.add(hash);
    const mine = waiting.filter((hash) => call.hashes.has(hash));
    // Each call of the library that runs has a transaction that waits, unless it is about to send one.
    const isQuiet = mine.length > 0 && (runningCalls(box) <= waiting.length || turns++ >= MOST_TURNS);
    if (call.isOver || isQuiet) return mine;
    if (mine.length > 0) await pause();
    else await endOrArrival(box, call.over, waiting.length);
  }
}

/** Waits until something has ended, or another number of transactions waits. */
async function endOrArrival<T>(box: Sandbox, running: Promise<T>, count: number): Promise<T | 'arrival'> {
  const node = nodeOf(box);
  let stop = () => {};
  const arrived = new Promise<'arrival'>((resolve) => {
    const look = () => {
      if (node.value.pool.received.size !== count) resolve('arrival');
    };
    stop = node.follow(look);
    look();
  });
  const first = await Promise.race([running, arrived]);
  stop();
  return first;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const receivedBy = async (box: Sandbox): Promise<readonly Hex[]> =>
  (await box.mempool.get()).transactions.flatMap(({ status, transactionHash }) =>
    status === 'RECEIVED' ? [transactionHash] : [],
  );
