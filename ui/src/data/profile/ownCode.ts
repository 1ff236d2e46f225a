import type { Profile, ProfileFrame, ProfileSample } from '../../../../src/tools/profile/profile.ts';
import { calledContract } from './gasTree.ts';

/** The files of dependencies and of the core library are in hidden folders, such as `.cache`. */
export const isOwnFile = (file: string): boolean => !/(?:^|[/\\])\.[^/\\]/.test(file);

const isOwn = ({ file }: ProfileFrame): boolean => file === undefined || isOwnFile(file);

/** A profile in which the gas of libraries is that of the user's functions and lines which called them. */
export const ownCode = ({ samples, ...rest }: Profile): Profile => ({ ...rest, samples: samples.map(ownSample) });

function ownSample(sample: ProfileSample): ProfileSample {
  const { stack } = sample;
  const own = stack.filter(isOwn);
  if (own.length === stack.length) return sample;
  // A contract of which nothing is the user's keeps its functions.
  const call = own.findLastIndex((frame) => calledContract(frame) !== undefined);
  return own.slice(call + 1).some(({ file }) => file !== undefined) ? { ...sample, stack: own } : sample;
}
