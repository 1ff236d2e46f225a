import { CheatList } from '../chain/value/cheatList.ts';
import type { AppliedCheat, Cheat, CheatEffect } from '../execution/cheats.ts';
import {
  type Codec,
  count,
  flag,
  integer,
  key,
  list,
  literal,
  optional,
  record,
  variant,
  wholeNumber,
} from './codec.ts';

const effect = variant<CheatEffect, 'kind'>('kind', {
  mock: record<Extract<CheatEffect, { kind: 'mock' }>>({
    kind: literal('mock'),
    selector: key,
    calldata: optional(list(key)),
    retdata: list(key),
    panics: flag,
  }),
  caller: record<Extract<CheatEffect, { kind: 'caller' }>>({ kind: literal('caller'), caller: key }),
  block: record<Extract<CheatEffect, { kind: 'block' }>>({
    kind: literal('block'),
    number: optional(integer),
    timestamp: optional(wholeNumber),
    sequencerAddress: optional(key),
  }),
});
const members = { id: count, contractAddress: optional(key), callsLeft: optional(count), effect };

/** The cheats that changed a transaction. */
export const appliedCheats = list(record<AppliedCheat>({ ...members, calls: count }));

const listMembers = record<Pick<CheatList, 'all' | 'nextId'>>({ all: list(record<Cheat>(members)), nextId: count });
export const cheatList: Codec<CheatList> = {
  put: listMembers.put,
  take: (from) => {
    const { all, nextId } = listMembers.take(from);
    return new CheatList(all, nextId);
  },
  skip: listMembers.skip,
};
