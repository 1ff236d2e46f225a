import { didYouMean } from './didYouMean.ts';

/** The most characters of a user's word in a message. */
const MAX_WORD = 40;

/** A word of a user, shortened for a message. */
export const shortWord = (text: string): string => (text.length > MAX_WORD ? `${text.slice(0, MAX_WORD)}…` : text);

/** What is wrong with an object that has another member than these, with the one that was meant; undefined if it has none. */
export function unknownMember(value: object, known: readonly string[], place: string, of = ''): string | undefined {
  const name = Object.keys(value).find((each) => !known.includes(each));
  if (name === undefined) return undefined;
  const word = shortWord(name);
  const question = didYouMean(word, known);
  return `${place}${word}: there is no such member${of}. ${question && `${question} `}There are ${known.join(', ')}.`;
}
