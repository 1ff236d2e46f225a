/**
 * The chain's time. Rules:
 * - it runs with the wall clock, moved by a shift in seconds;
 * - setTime moves it to a time, which the next block gets exactly; increaseTime moves it on;
 * - a frozen clock stands still between such changes;
 * - a block is never earlier than the one before it, unless setTime said so.
 */
export interface Clock {
  readonly shift: number;
  /** A time set for the next block; used up by it. */
  readonly pending: number | undefined;
  /** Where the clock stands still; undefined while it runs. */
  readonly frozenAt: number | undefined;
}

export const WALL_CLOCK: Clock = { shift: 0, pending: undefined, frozenAt: undefined };

/** The time on the clock when the wall clock shows `now`. */
const timeOf = (clock: Clock, now: number): number => (clock.frozenAt ?? now) + clock.shift;

/** A clock that shows this time now. */
export const clockAt = (time: number, now: number): Clock => ({
  shift: time - now,
  pending: time,
  frozenAt: undefined,
});

/** The timestamp of a block that is closed or fixed now, after a block of `previous`. */
export const timestampAt = (clock: Clock, now: number, previous: number): number =>
  clock.pending ?? Math.max(timeOf(clock, now), previous, 0);

/** The clock after a block took its time. */
export const afterBlock = (clock: Clock): Clock =>
  clock.pending === undefined ? clock : { ...clock, pending: undefined };

export function setTime(clock: Clock, time: number, now: number): Clock {
  return { ...clock, shift: time - (clock.frozenAt ?? now), pending: time };
}

export function increaseTime(clock: Clock, seconds: number): Clock {
  return {
    ...clock,
    shift: clock.shift + seconds,
    pending: clock.pending === undefined ? undefined : clock.pending + seconds,
  };
}

/** Stops the clock at its present time, or lets it go on from there. */
export function setFrozen(clock: Clock, frozen: boolean, now: number): Clock {
  if (frozen === (clock.frozenAt !== undefined)) return clock;
  return { ...clock, shift: timeOf(clock, now) - now, frozenAt: frozen ? now : undefined };
}
