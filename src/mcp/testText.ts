// What was done in a branch, as a test that does the same.
import { keyOf, quoted } from '../text/codeNames.ts';
import type { Beginning } from './beginning.ts';

/** A line of a test. */
export interface Step {
  readonly code: string;
  /** The accounts that it names. */
  readonly accounts: readonly string[];
}

/** A value as TypeScript; integers as bigints. Texts that are one of the addresses have the code that it maps them to. */
export function codeOf(value: unknown, addresses: ReadonlyMap<string, string> = NONE): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? `${value}n` : String(value);
  if (typeof value === 'string') return addresses.get(value) ?? quoted(value);
  if (Array.isArray(value)) return `[${value.map((item) => codeOf(item, addresses)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${keyOf(name)}: ${codeOf(member, addresses)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return String(value);
}

const NONE: ReadonlyMap<string, string> = new Map();

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

/** Options as code: numbers are no bigints there. */
const optionsCode = (options: object): string => {
  const members = Object.entries(options).map(([name, value]) => {
    const code =
      typeof value === 'object' ? optionsCode(value) : typeof value === 'number' ? String(value) : codeOf(value);
    return `${name}: ${code}`;
  });
  return `{ ${members.join(', ')} }`;
};

const OF_NODE = '// What was on the chain of the running node before is not repeated here.';

/** A test file for vitest, whose chain begins as the one did on which the steps were done. */
export function testText(
  title: string,
  steps: readonly Step[],
  accountNames: readonly string[],
  { options, isOfNode }: Pick<Beginning, 'options' | 'isOfNode'>,
): string {
  const used = new Set(steps.flatMap(({ accounts }) => accounts));
  const last = accountNames.findLastIndex((name) => used.has(name));
  const names = accountNames.slice(0, last + 1).map((name) => (used.has(name) ? name : ''));
  const accounts = last < 0 ? [] : [`const [${names.join(', ')}] = box.accounts;`];
  const text = `import { sandboxTest } from 'starbox/testing/vitest';
import { expect } from 'vitest';

${isOfNode ? `${OF_NODE}\n` : ''}const test = sandboxTest(${optionsCode(options)});

test(${quoted(title)}, async ({ box }) => {
${[...accounts, ...steps.map(({ code }) => code)].map((line) => `  ${line}`).join('\n')}
});
`;
  return text.split('\n').map(wrapped).join('\n');
}

/** The characters of a line from which on it is broken: fewer than those from which on an answer breaks any line anywhere. */
const LINE_CHARS = 500;
/** The parts of code: texts, comments, places to break at, and what is between them. */
const PARTS = /'(?:[^'\\]|\\.)*'|\/\/.*|, |[^',/]+|./gs;
const CHARACTERS = /\\u[0-9a-f]{4}|\\.|[^\\]/gu;

/** A line of code, broken where it can be if it is long. */
function wrapped(line: string): string {
  if (line.length <= LINE_CHARS) return line;
  const lines: string[] = [];
  let last = '';
  let chunk = '';
  const endChunk = () => {
    if (last.length + chunk.length > LINE_CHARS) {
      lines.push(last.trimEnd());
      last = '    ';
    }
    last += chunk;
    chunk = '';
  };
  for (const [part] of line.matchAll(PARTS)) {
    if (part.length <= LINE_CHARS || !part.startsWith("'")) chunk += part;
    else {
      chunk += "'";
      for (const character of part.slice(1, -1).match(CHARACTERS)!) {
        chunk += character;
        if (chunk.length < LINE_CHARS - 50) continue;
        chunk += "' + ";
        endChunk();
        chunk = "'";
      }
      chunk += "'";
    }
    if (part === ', ') endChunk();
  }
  endChunk();
  return [...lines, last].join('\n');
}
