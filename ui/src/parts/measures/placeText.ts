import { shortPath } from '../../data/explanations/sourceView.ts';
import { safeName } from '../values/format.ts';

/** A place as people read it: `src/book.cairo:23` of a long path. */
export const placeText = (place: string): string => safeName(place.split(/[/\\]/).slice(-2).join('/'));

/** A function as people read it: without the path before its contract. */
export const functionText = (name: string): string => safeName(name.includes('::') ? shortPath(name) : name);

/** The file and the line of a place. */
export function splitPlace(place: string): { readonly file: string; readonly line: number } {
  const at = place.lastIndexOf(':');
  return { file: place.slice(0, at), line: Number(place.slice(at + 1)) };
}
