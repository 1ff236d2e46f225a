import type { FaultKind, FaultRule } from '../../faults/faultRule.ts';
import type { Draws } from '../draws.ts';
import type { Disturbance, DisturbanceKind, Schedule } from './disturbance.ts';
import type { Profile } from './profile.ts';

/** The most disturbances of a schedule. Most faults of programs need one or two. */
const MOST = 4;
/** Programs do more when they are disturbed, so points beyond what was counted are drawn too. */
const BEYOND = 1.5;
const PERCENTS = [50, 130, 200, 400, 1000] as const;
/** Short, since they are real milliseconds unless the test fakes its timers. */
const DELAYS = [1, 5, 20] as const;
const MOST_BLOCKS = 3;

/** The kinds that can happen in a test with this profile. */
export function possibleKinds({ occasions, transactions, hasMempool }: Profile): readonly DisturbanceKind[] {
  const faults = [...occasions].flatMap(([kind, count]) => (count > 0 ? [kind] : []));
  const more: DisturbanceKind[] = [];
  if (transactions.length > 0) more.push('price-moved');
  if (hasMempool) more.push('reordered');
  return [...faults, ...more];
}

/** Draws a schedule: few disturbances, each at one point of the test. */
export function drawSchedule(
  draws: Draws,
  profile: Profile,
  kinds: readonly [DisturbanceKind, ...DisturbanceKind[]],
): Schedule {
  let count = 1;
  while (count < MOST && draws.below(2) === 0) count++;
  return Array.from({ length: count }, () => drawDisturbance(draws, profile, draws.pick(kinds)));
}

function drawDisturbance(draws: Draws, profile: Profile, kind: DisturbanceKind): Disturbance {
  switch (kind) {
    case 'price-moved':
      return { fault: kind, after: drawPoint(draws, sentBy(profile)), percent: draws.pick(PERCENTS) };
    case 'reordered':
      return { fault: kind, seed: draws.below(2 ** 16) };
    default:
      return drawFault(draws, profile, kind);
  }
}

/** A point among so many, and a little beyond; the first is 1. */
const drawPoint = (draws: Draws, count: number) => draws.below(Math.max(1, Math.ceil(count * BEYOND))) + 1;

/** In the usual mode each transaction makes a block. */
const sentBy = ({ transactions }: Profile) => transactions.reduce((sum, { count }) => sum + count, 0);

function drawFault(draws: Draws, profile: Profile, kind: FaultKind): FaultRule {
  const milliseconds = draws.pick(DELAYS);
  const blocks = draws.below(MOST_BLOCKS) + 1;
  const when = draws.below(2) === 0 ? ('before' as const) : ('after' as const);
  const at = drawPoint(draws, profile.occasions.get(kind) ?? 0);
  // Transactions are few among the requests, and what goes wrong with them costs most.
  const aimed = draws.below(3) > 0 ? draws.pick(profile.transactions) : undefined;
  const request = aimed ? { at: drawPoint(draws, aimed.count), method: aimed.method } : { at };
  switch (kind) {
    case 'delay':
      return { fault: kind, milliseconds, when, ...request };
    case 'cut':
      return { fault: kind, when, ...request };
    case 'too-many-requests':
    case 'unavailable':
      return { fault: kind, ...request };
    case 'answer-lost':
      return { fault: kind, ...request };
    case 'evicted':
      return { fault: kind, at };
    case 'lagging':
      return { fault: kind, blocks, at };
    case 'notification-late':
      return { fault: kind, milliseconds, at };
    case 'notification-dropped':
    case 'notification-doubled':
    case 'socket-cut':
      return { fault: kind, at };
    case 'reorganisation':
      return { fault: kind, blocks, at };
  }
}
