// The limits on what clients may send and ask for: one row for each. The code reads `limits`; docs/limits.md (`npm run reference`), the
// lists of docs/methods.md and the `limits` of `getConfig` are made from the table. A number that refuses nothing is not in it.
import type { JsonLimits } from '../json/checkJson.ts';
import { contentLimits } from './limits/contentLimits.ts';
import { controlLimits } from './limits/controlLimits.ts';
import type { Limit } from './limits/limit.ts';
import { trafficLimits } from './limits/trafficLimits.ts';

export type { LimitUnit } from './limits/limit.ts';

/** In the order of the documentation. */
export const limitTable = { ...trafficLimits, ...contentLimits, ...controlLimits };

export type LimitName = keyof typeof limitTable;

/** The rows without the exact type of each. */
export const limitRows = Object.entries(limitTable) as readonly (readonly [LimitName, Limit])[];

/** The values of all limits. Those that an option sets are defaults. */
export const limits = Object.fromEntries(limitRows.map(([name, { value }]) => [name, value])) as {
  readonly [Name in LimitName]: number;
};

/** The JSON of a request or of a whole batch. */
export const requestJson: JsonLimits = {
  depth: limits.jsonDepth,
  values: limits.jsonValues,
  digits: limits.jsonDigits,
};
