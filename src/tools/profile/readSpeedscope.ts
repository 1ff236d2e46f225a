import { ownMember } from '../../json/ownMember.ts';
import type { Profile, ProfileFrame } from './profile.ts';
import { profileOfStacks, UnfitProfileError } from './readStacks.ts';
import { PROFILE_NAME } from './speedscope.ts';

const fail = (): never => {
  throw new UnfitProfileError();
};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : fail());
const number = (value: unknown): number => (typeof value === 'number' ? value : fail());

/** Reads a profile that `speedscope` wrote. Such a file has no steps. */
export function readSpeedscope(text: string): Profile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UnfitProfileError();
  }
  const frames = list(ownMember(ownMember(json, 'shared'), 'frames')).map((frame): ProfileFrame => {
    const [name, file, line] = [ownMember(frame, 'name'), ownMember(frame, 'file'), ownMember(frame, 'line')];
    return {
      name: typeof name === 'string' ? name : fail(),
      file: typeof file === 'string' ? file : undefined,
      line: typeof line === 'number' ? line : undefined,
    };
  });
  const [profile] = list(ownMember(json, 'profiles'));
  if (ownMember(profile, 'name') !== PROFILE_NAME) fail();
  const weights = list(ownMember(profile, 'weights')).map(number);
  return profileOfStacks(
    list(ownMember(profile, 'samples')).map((indices, i) => ({
      frames: list(indices).map((index) => frames[number(index)] ?? fail()),
      l2Gas: weights[i] ?? fail(),
      steps: 0,
    })),
  );
}
