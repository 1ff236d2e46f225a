// What was done in a branch, as a test that does the same.
import { safeLine } from '../text/safeText.ts';

/** A line of a test. */
export interface Step {
  readonly code: string;
  /** The accounts that it names. */
  readonly accounts: readonly string[];
}

/** A value as TypeScript; integers as bigints. */
export function codeOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? `${value}n` : String(value);
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${nameOf(name)}: ${codeOf(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return String(value);
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;
const nameOf = (name: string): string => (IDENTIFIER.test(name) ? name : quoted(name));
/** A member by its name, which the ABI of a contract may have chosen. */
export const memberOf = (object: string, name: string): string =>
  IDENTIFIER.test(name) ? `${object}.${name}` : `${object}[${quoted(name)}]`;
/** A text in quotes. Whatever a contract chose stays within them, on one line: JSON escapes are those of TypeScript too. */
export const quoted = (text: string): string => {
  const json = JSON.stringify(text).slice(1, -1);
  return `'${safeLine(json.replaceAll('\\"', '"').replaceAll("'", "\\'"))}'`;
};

/** Whether accounts have such a name, which is their variable in a test too. */
export const isAccountName = (name: string): boolean => /^(?:alice|bob|carol|dave|erin|account\d+)$/.test(name);

/** The name of a variable for a contract: `Counter` is `counter`. */
export const variableOf = (name: string): string => {
  const variable = name[0]!.toLowerCase() + name.slice(1);
  return RESERVED.has(variable) || isAccountName(variable) ? `${variable}Contract` : variable;
};

/** Words of the language, names of the test file, and globals that it uses: none can be a variable of a contract. */
const RESERVED = new Set(
  (
    'arguments as async await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
    'from function if implements import in instanceof interface let new null of package private protected public return static super switch this ' +
    'throw true try typeof undefined var void while with yield box test expect sandboxTest'
  ).split(' '),
);

/** A test file for vitest. */
export function testText(title: string, steps: readonly Step[], accountNames: readonly string[]): string {
  const used = new Set(steps.flatMap(({ accounts }) => accounts));
  const last = accountNames.findLastIndex((name) => used.has(name));
  const names = accountNames.slice(0, last + 1).map((name) => (used.has(name) ? name : ''));
  const accounts = last < 0 ? [] : [`const [${names.join(', ')}] = box.accounts;`];
  return `import { sandboxTest } from 'starbox/testing/vitest';
import { expect } from 'vitest';

const test = sandboxTest();

test(${quoted(title)}, async ({ box }) => {
${[...accounts, ...steps.map(({ code }) => code)].map((line) => `  ${line}`).join('\n')}
});
`;
}
