import type { Steps } from '../../async/steps.ts';
import type { DebugVariable } from './debugValue.ts';

/** What a text has in it that does not show the whole value. */
const SHORTENED = '…';
/** An array may have the same array in it many times, so a value can have more members in all than anybody can compare. */
const MOST_COMPARED = 10_000;
/** The members whose texts are compared in a step. */
const AT_ONCE = 64;

/**
 * Whether two values are equal: by their texts, and where those are shortened by their members, level after level. What comes after very many
 * of them is taken as equal.
 */
export function* sameValueSteps(one: DebugVariable, other: DebugVariable): Steps<boolean> {
  const pairs: (readonly [DebugVariable, DebugVariable])[] = [[one, other]];
  for (let i = 0; i < pairs.length; i++) {
    const [mine, others] = pairs[i]!;
    if (mine.text !== others.text) return false;
    if (mine.text.includes(SHORTENED) && pairs.length < MOST_COMPARED) {
      const { members } = others;
      if (mine.members.length !== members.length) return false;
      for (const [at, member] of mine.members.entries()) {
        if (member.name !== members[at]!.name) return false;
        pairs.push([member, members[at]!]);
      }
    }
    if (i % AT_ONCE === AT_ONCE - 1) yield;
  }
  return true;
}
