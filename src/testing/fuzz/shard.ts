import { wrongValue } from '../../library/values.ts';

/** Which part of the sequences this process runs: `STARBOX_FUZZ_SHARD=1/2` in one process and `2/2` in another. */
export interface Shard {
  /** From 1 on. */
  readonly index: number;
  readonly count: number;
}

/** The most shards. */
const MOST = 8;
/** The fewest sequences of a lane: with fewer it would learn nothing from those before. */
const LEAST_IN_LANE = 50;

/**
 * How many lanes the sequences are in, in turns. What is drawn in a lane depends on what that lane has reached, and on no other, so that each
 * sequence is the same whoever runs the other lanes.
 */
export const lanesOf = (runs: number): number => Math.max(1, Math.min(MOST, Math.floor(runs / LEAST_IN_LANE)));

const VARIABLE = 'STARBOX_FUZZ_SHARD';

/** The shard that the environment names; all of it unless it names one. */
export function readShard(text: string | undefined = process.env[VARIABLE]): Shard {
  if (text === undefined || text === '') return { index: 1, count: 1 };
  const [, index, count] = (/^(\d)\/(\d)$/.exec(text) ?? []).map(Number);
  if (index && count && index <= count && count <= MOST) return { index, count };
  throw wrongValue(VARIABLE, `a part such as 1/2, of at most ${MOST}`, text);
}

/** Whether a shard runs a lane. */
export const hasLane = ({ index, count }: Shard, lane: number): boolean => lane % count === index - 1;

/** What to say to a shard that has no lane; nothing to another. */
export const shardWarning = ({ index, count }: Shard, runs: number): readonly string[] =>
  index <= lanesOf(runs)
    ? []
    : [`shard ${index}/${count} has no sequences: it needs at least ${index * LEAST_IN_LANE} \`runs\`, not ${runs}`];

/** The name of a file that each shard writes for itself: `report.html` is `report.2-of-4.html`. */
export const shardFile = (path: string, { index, count }: Shard): string =>
  count === 1 ? path : withPart(path, `${index}-of-${count}`);

/** The name of a file with another part. That of a test keeps the end by which runners find it: `club.test.ts` is `club.2.test.ts`. */
export const withPart = (path: string, part: string | number): string =>
  path.replace(/((?:\.(?:test|spec))?\.[^./\\]*)?$/, `.${part}$1`);
