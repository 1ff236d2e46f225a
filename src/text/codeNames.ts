// Names and texts that somebody else chose, such as a contract, within code of a test.
import { safeLine } from './safeText.ts';

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** A text in quotes. Whatever somebody chose stays within them, on one line: JSON escapes are those of TypeScript too. */
export const quoted = (text: string): string => {
  const json = JSON.stringify(text).slice(1, -1);
  return `'${safeLine(json.replaceAll('\\"', '"').replaceAll("'", "\\'"))}'`;
};

/** A member of an object, by a name. */
export const memberOf = (object: string, name: string): string =>
  IDENTIFIER.test(name) ? `${object}.${name}` : `${object}[${quoted(name)}]`;

/** The name of a member where an object is written. */
export const keyOf = (name: string): string =>
  // This one would be the prototype.
  IDENTIFIER.test(name) && name !== '__proto__' ? name : `[${quoted(name)}]`;
