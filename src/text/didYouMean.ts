import { nearest } from './nearest.ts';

/** A question with the name that is closest to a misspelt one: "Did you mean transfer?" If none is close, it is `otherwise`. */
export function didYouMean(name: string, names: Iterable<string>, otherwise = ''): string {
  const near = nearest(name, names);
  return near === undefined ? otherwise : meaning(near);
}

/** The question that names what was meant: "Did you mean transfer?" */
export const meaning = (name: string): string => `Did you mean ${name}?`;
