// The list of methods that the page makes its forms from, and completes names with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Decoder } from '../src/rpc/decode/decoder.ts';
import type { Method } from '../src/rpc/method.ts';

const HEADING = /^## (.*)$/;
const ROW = /^\| `(\w+)` \|.*\| `(\{.*\})` \|$/;

/** The section of docs/controls.md that describes each method, in the order of the page, and its example of parameters. */
function sections(root: string): ReadonlyMap<string, { readonly section: string; readonly example: object }> {
  const found = new Map<string, { section: string; example: object }>();
  let section = '';
  for (const line of readFileSync(join(root, 'docs/controls.md'), 'utf8').split(/\r?\n/)) {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) section = heading.replace(/:.*/, '');
    const [, name, example] = ROW.exec(line) ?? [];
    if (name !== undefined) found.set(name, { section, example: JSON.parse(example!) });
  }
  return found;
}

/** A TypeScript file with all methods; `typeText` writes the type of a parameter in words. */
export function methodList(
  root: string,
  methods: readonly Method[],
  typeText: (type: Decoder<unknown>) => string,
): string {
  const documented = sections(root);
  const order = [...documented.keys()];
  const sorted = [...methods].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const lines = sorted.map(({ name, group, kind, summary, params: { shape } }) => {
    const fields = shape?.kind === 'struct' ? Object.entries(shape.fields) : [];
    return JSON.stringify({
      name,
      group,
      kind,
      summary: plainText(summary),
      ...documented.get(name),
      params: fields.map(([field, type]) => ({
        name: field,
        type: plainText(typeText(type)),
        ...(type.optional ? { optional: true } : {}),
        ...membersOf(type),
        ...(type.shape?.kind === 'words' ? { words: type.shape.words } : {}),
      })),
    });
  });
  return [
    '// Written by `npm run reference` from the declarations in src/rpc/methods and from docs/controls.md. Do not edit.',
    "import type { MethodEntry } from './methodEntry.ts';",
    '',
    `export const methods: readonly MethodEntry[] = [\n${lines.map((line) => `  ${line},\n`).join('')}];\n`,
  ].join('\n');
}

/** The members of an object, or of the objects of a list; those that may be left out with a question mark. */
function membersOf({ shape }: Decoder<unknown>): { readonly members?: readonly string[] } {
  if (shape?.kind === 'list') return membersOf(shape.item);
  if (shape?.kind !== 'struct') return {};
  return { members: Object.entries(shape.fields).map(([name, { optional }]) => (optional ? `${name}?` : name)) };
}

/** Text of the reference without its marks. */
const plainText = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

/** A TypeScript file with the methods that take something back, apart from the list, which few screens load. */
export const methodsTakingBack = (methods: readonly Method[]): string =>
  `// Written by \`npm run reference\` from the declarations in src/rpc/methods. Do not edit.
/** The names, without a prefix, of methods after which something that existed may be gone. */
export const takingBack: ReadonlySet<string> = new Set([
${methods
  .filter(({ takesBack }) => takesBack)
  .map(({ name }) => `  '${name}',\n`)
  .join('')}]);
`;
