/**
 * The chain's time, in whole seconds since 1970, from 0 to 2^64 - 1. Rules:
 * - It runs with the wall clock, moved by a shift. A frozen clock stands still between changes.
 * - `setTime` moves it to a time, and the next block gets exactly that time. `increaseTime` does the same with a time that is later by so many seconds than what
 *   the next block would have got.
 * - When that next block is empty, which it is when `setTime` or `increaseTime` makes it, the first transaction after it gets the same time, however much later it
 *   comes: a test sets a time, acts, and relies on it. An empty block in between goes on with the clock.
 * - A block is never earlier than the one before it, unless `setTime` said so.
 * - A clock that reaches 2^64 - 1 stays there.
 *
 * The header that a transaction sees is the header of its block, so the first transaction fixes the time of the open block (seal.ts).
 */
export interface Clock {
  readonly shift: bigint;
  /** A time set for the next block, which uses it up. */
  readonly pending: bigint | undefined;
  /** The latest block is empty and has a time that was set: the first transaction after it gets the same time. */
  readonly holds: boolean;
  /** What the wall clock showed when the clock was frozen; undefined while it runs. */
  readonly frozenAt: number | undefined;
}

/** The last time that a block can have. */
export const LAST_TIME = 2n ** 64n - 1n;

export const WALL_CLOCK: Clock = { shift: 0n, pending: undefined, holds: false, frozenAt: undefined };

/** What the clock shows when the wall clock shows `now`, after a block of the time `previous`. */
function timeOf({ shift, frozenAt }: Clock, now: number, previous: bigint): bigint {
  const time = BigInt(frozenAt ?? now) + shift;
  if (time > LAST_TIME) return LAST_TIME;
  return time < previous ? previous : time;
}

/** The time of a block that is closed now without a transaction. */
export const emptyBlockTime = (clock: Clock, now: number, previous: bigint): bigint =>
  clock.pending ?? timeOf(clock, now, previous);

/** The time of a block whose first transaction runs now. */
export const transactionTime = (clock: Clock, now: number, previous: bigint): bigint =>
  clock.pending ?? (clock.holds ? previous : timeOf(clock, now, previous));

/** The clock after an empty block took its time. */
export const afterEmptyBlock = (clock: Clock): Clock =>
  clock.pending === undefined ? withoutHold(clock) : { ...clock, pending: undefined, holds: true };

/** The clock after the first transaction of a block took its time. */
export const afterTransaction = (clock: Clock): Clock =>
  clock.pending === undefined ? withoutHold(clock) : { ...clock, pending: undefined, holds: false };

/** The clock when the latest block is another one than before. */
export const withoutHold = (clock: Clock): Clock => (clock.holds ? { ...clock, holds: false } : clock);

export const setTime = (clock: Clock, time: bigint, now: number): Clock => ({
  ...clock,
  shift: time - BigInt(clock.frozenAt ?? now),
  pending: time,
});

/** Stops the clock at the time that a transaction would get now, or lets it go on from where it stands. */
export function setFrozen(clock: Clock, frozen: boolean, now: number, previous: bigint): Clock {
  if (frozen === (clock.frozenAt !== undefined)) return clock;
  const time = frozen ? transactionTime(clock, now, previous) : timeOf(clock, now, previous);
  return { ...clock, shift: time - BigInt(now), frozenAt: frozen ? now : undefined };
}
