// Runs the examples of docs/library.md. What they print has to be what the comments beside them say.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { transformSync } from 'rolldown/utils';
import { expect, test } from 'vitest';
import * as starbox from '../../src/index.ts';

const page = readFileSync(new URL('../../docs/library.md', import.meta.url), 'utf8');
const TOKEN = fileURLToPath(new URL('../../contracts/classes/erc20.sierra.json', import.meta.url));
const source = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
  .map(([, block]) => block!)
  .join('\n')
  .replace(/^import (\{.*\}) from 'starbox';$/gm, 'const $1 = starbox;')
  .replaceAll("'target/dev/token.contract_class.json'", JSON.stringify(TOKEN));

/** The texts that the page says are printed: one or several for each `console.log`. */
const expected = [...source.matchAll(/console\.log\(.*?\/\/ (.*)$/gm)].flatMap(([, text]) => text!.split(', then '));

test('the examples of the guide run as they are written and print what they say', async () => {
  const { code, errors } = transformSync('guide.ts', source, { lang: 'ts', sourceType: 'module' });
  expect(errors).toEqual([]);
  const printed: string[] = [];
  const log = (value: unknown) => printed.push(typeof value === 'string' ? value : inspect(value));
  const AsyncFunction = (async () => undefined).constructor as new (
    ...args: string[]
  ) => (...args: unknown[]) => unknown;
  await new AsyncFunction('starbox', 'console', code)(starbox, { log });
  expect(expected.length).toBeGreaterThan(15);
  expect(printed).toHaveLength(expected.length);
  for (const [i, text] of expected.entries())
    if (text.endsWith('…')) expect(printed[i]).toContain(text.slice(0, -1).trim());
    else expect(printed[i]).toBe(text);
});
