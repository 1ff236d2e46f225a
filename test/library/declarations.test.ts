// What editors show of the library comes from the bundled declarations.
import { readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';
import { test as anyTest, describe, expect } from 'vitest';
import { libraryName } from '../../src/options/libraryName.ts';
import { optionNames, optionOf } from '../../src/options/options.ts';
import { isBuilt } from '../support/build.ts';

const test = anyTest.runIf(isBuilt);

interface Member {
  readonly start: number;
  readonly accessibility?: string;
  readonly kind?: string;
  readonly key?: { readonly type: string; readonly name?: string };
}
interface Declaration {
  readonly id?: { readonly name: string };
  readonly superClass?: { readonly name: string } | null;
  readonly extends?: readonly { readonly expression: { readonly name: string } }[];
  readonly body: { readonly body: readonly Member[] };
}

const path = new URL('../../dist/index.d.ts', import.meta.url);
const source = isBuilt ? readFileSync(path, 'utf8') : '';
const { program, comments } = parseSync('index.d.ts', source);
const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
const declarations = program.body as unknown as readonly Declaration[];

const declarationOf = (name: string): Declaration => {
  const found = declarations.find(({ id }) => id?.name === name);
  if (!found) throw new Error(`dist/index.d.ts does not declare ${name}`);
  return found;
};

/** The public members of an interface or a class, inherited ones too, and the texts of their comments. */
function membersOf(name: string): ReadonlyMap<string, string | undefined> {
  const { body, superClass, extends: parents = [] } = declarationOf(name);
  const own = body.body
    .filter(({ key, accessibility, kind }) => key?.name && accessibility !== 'private' && kind !== 'constructor')
    .filter(({ key }) => key!.type === 'Identifier')
    .map(({ key, start }): [string, string | undefined] => [
      key!.name!,
      docs.findLast(({ end }) => end <= start && /^\s*$/.test(source.slice(end, start)))?.value,
    ]);
  const inherited = [...(superClass ? [superClass] : []), ...parents.map(({ expression }) => expression)];
  return new Map([...inherited.flatMap(({ name }) => [...membersOf(name)]), ...own]);
}

describe('the bundled declarations', () => {
  test('have a comment on every option, and every option of the table that sets something of the chain', () => {
    const options = membersOf('SandboxOptions');
    const wanted = optionNames.filter((name) => optionOf(name).chain !== undefined).map(libraryName);
    expect(wanted.length).toBeGreaterThan(15);
    expect(wanted.filter((name) => !options.has(name))).toEqual([]);
    expect([...options].filter(([, doc]) => !doc).map(([name]) => name)).toEqual([]);
  });

  test('have a comment with an example on every member of Sandbox', () => {
    const members = membersOf('Sandbox');
    for (const name of ['create', 'request', 'fetch', 'mint', 'execute', 'deploy', 'snapshot', 'time', 'strk', 'close'])
      expect([...members.keys()]).toContain(name);
    expect([...members].filter(([, doc]) => !doc?.includes('@example')).map(([name]) => name)).toEqual([]);
  });
});
