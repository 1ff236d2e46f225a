import type { Felt } from '../felt/felt.ts';
import { AbiError } from './abiError.ts';
import type { AbiEvent, AbiEventMember } from './abiModel.ts';
import { fixedSize } from './abiType.ts';
import { encodeValue } from './encode.ts';
import { type Hex, hexOf, listText } from './scalars.ts';
import { selectorOfName } from './selector.ts';

/** How to find the events whose members have given values. */
export interface MemberFilter {
  /** For each key the values that it may have, as nodes filter; none means any. */
  readonly keys: readonly (readonly Hex[])[];
  /** Whether decoded members have the values. Nodes do not filter by data, or by keys after one of variable length. */
  readonly isWanted: (args: Readonly<Record<string, unknown>>) => boolean;
}

/** The filter for events of one kind with these values among their members. */
export function eventFilter(event: AbiEvent, values: Readonly<Record<string, unknown>>): MemberFilter {
  const members = new Map(event.members.map((member) => [member.name, member]));
  const wanted = new Map<string, readonly Felt[]>();
  for (const [name, value] of Object.entries(values)) {
    const member = members.get(name);
    if (!member)
      throw new AbiError(
        `The event ${event.name} has no member ${name}. It has ${listText([...members.keys()], String)}.`,
      );
    if (value !== undefined) wanted.set(name, encodeMember(member, value, event));
  }
  return {
    keys: [...event.path.map((name) => [hexOf(selectorOfName(name))]), ...memberKeys(event, wanted)],
    isWanted: (args) =>
      [...wanted].every(([name, felts]) => {
        const own = encodeMember(members.get(name)!, args[name], event);
        return own.length === felts.length && own.every((felt, i) => felt === felts[i]);
      }),
  };
}

function encodeMember(member: AbiEventMember, value: unknown, event: AbiEvent): Felt[] {
  if (member.kind === 'nested')
    throw new AbiError(`Events cannot be found by ${member.name} of ${event.name}, which is an event itself.`);
  return encodeValue(member.type, value, `event ${event.name} \`${member.name}\``);
}

/** The keys after the selectors, as far as it is known at which position each member starts. */
function memberKeys({ members }: AbiEvent, wanted: ReadonlyMap<string, readonly Felt[]>): Hex[][] {
  const keys: Hex[][] = [];
  for (const member of members) {
    if (member.kind === 'data') continue;
    const felts = wanted.get(member.name);
    const size = member.kind === 'nested' ? undefined : (felts?.length ?? fixedSize(member.type));
    if (size === undefined || size > MAX_KEYS) break;
    for (let i = 0; i < size; i++) keys.push(felts ? [hexOf(felts[i]!)] : []);
  }
  while (keys.length > 0 && keys.at(-1)!.length === 0) keys.pop();
  return keys;
}

/** Contracts emit at most this many keys, so further filters could match nothing. */
const MAX_KEYS = 50;
