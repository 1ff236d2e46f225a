import type { DebugVariable } from './debugValue.ts';

/** What a text has in it that does not show the whole value. */
const SHORTENED = '…';

/** Whether two values are equal: by their texts, and where those are shortened by all their members. */
export function isSameValue(one: DebugVariable, other: DebugVariable): boolean {
  if (one.text !== other.text) return false;
  if (!one.text.includes(SHORTENED)) return true;
  const [members, others] = [one.members, other.members];
  return members.length === others.length && members.every((member, i) => isSameMember(member, others[i]!));
}

const isSameMember = (one: DebugVariable, other: DebugVariable): boolean =>
  one.name === other.name && isSameValue(one, other);
