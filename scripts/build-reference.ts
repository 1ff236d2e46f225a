// Writes docs/methods.md from the declarations of the methods and from RpcSchema, docs/errors.md, docs/limits.md, docs/gateway.md, docs/mempool.md, the types of options, and the list of methods of the page, or checks
// that they are up to date.
//   node scripts/run.mjs scripts/build-reference.ts [--check]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorKind, errors } from '../src/protocol/errors.ts';
import { limits } from '../src/protocol/limits.ts';
import type { Decoder, Shape } from '../src/rpc/decode/decoder.ts';
import { writeMethodName } from '../src/rpc/dialect.ts';
import type { Method } from '../src/rpc/method.ts';
import { all } from '../src/rpc/methods/index.ts';
import { groupedDigits } from '../src/text/groupedDigits.ts';
import { errorPage } from './errorHelp.ts';
import { exampleTexts } from './examples/exampleText.ts';
import { gatewayPage } from './gatewayPage.ts';
import { limitPage } from './limitPage.ts';
import { mempoolPage } from './mempoolPage.ts';
import { methodList, methodsTakingBack } from './methodList.ts';
import { optionTypes } from './optionTypes.ts';
import { resultTypes } from './resultTypes.ts';

/** npm runs scripts in the package's folder. */
const root = process.cwd();

const methods: readonly Method[] = [...all].sort((a, b) => (a.name < b.name ? -1 : 1));

// Results: their types as TypeScript writes them, and the declarations of the types they name.

/** A type in one line, without what only the compiler needs: `readonly`, paths of imports, and template texts, which are all `Hex`. */
const plainType = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replaceAll("'", '"')
    .replace(/`0x\$\{string\}`/g, 'Hex')
    .replace(/import\("[^"]*"\)\./g, '')
    .replace(/\breadonly /g, '')
    .replaceAll('{ [name: string]: never; }', '{}')
    .replace(/; }/g, ' }');

/** The declarations of named types in the files that write results. */
function declarations(): ReadonlyMap<string, string> {
  const folders = ['src/rpc/format', 'src/rpc/methods/chain', 'src/rpc/methods/sandbox', 'src/rpc/events'];
  const files = folders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)));
  const found = new Map<string, string>();
  const named = [
    ...files,
    join(root, 'src/chain/value/block.ts'),
    join(root, 'src/tools/debug/debugMoment.ts'),
    join(root, 'src/tools/debug/debuggerTypes.ts'),
    join(root, 'src/rpc/journal/journalEntry.ts'),
    join(root, 'src/cairo/casmJson.ts'),
  ];
  for (const file of named.filter((name) => !name.includes('.test')))
    for (const [text, , name] of readFileSync(file, 'utf8').matchAll(
      /^export (interface|type) (\w+)[^\n]*(?:\n(?!\n)[^\n]*)*/gm,
    ))
      if (!found.has(name!)) found.set(name!, text);
  return found;
}

/** The names of all types that some texts need, those that they need included. */
function neededTypes(texts: Iterable<string>, known: ReadonlyMap<string, string>): readonly string[] {
  const needed = new Set<string>();
  const look = (text: string): void => {
    for (const [name] of text.replace(/\/\*\*.*?\*\//gs, '').matchAll(/\b[A-Z]\w+\b/g))
      if (known.has(name) && !needed.has(name)) {
        needed.add(name);
        look(known.get(name)!);
      }
  };
  for (const text of texts) look(text);
  return [...needed].sort();
}

// Parameters: their shapes, as data.

const structs = new Map<string, Extract<Shape, { kind: 'struct' }>>();

/** The type of a value in words; structs inside are described on their own. */
function typeText({ shape }: Decoder<unknown>): string {
  switch (shape?.kind) {
    case undefined:
      return 'any value';
    case 'value':
      return shape.type;
    case 'words':
      return shape.words.map((word) => `\`${word}\``).join(', ');
    case 'list':
      return `list of ${typeText(shape.item)}, at most ${groupedDigits(limits[shape.limit])}`;
    case 'oneOrMany':
      return `${typeText(shape.item)}, or a list of them, at most ${groupedDigits(limits[shape.limit])}`;
    case 'either':
      return shape.options.map(typeText).join(' or ');
    case 'nothing':
      return 'nothing';
    case 'struct': {
      if (!structs.has(shape.name)) {
        structs.set(shape.name, shape);
        for (const field of Object.values(shape.fields)) typeText(field);
      }
      return `[${shape.name}](#${shape.name.toLowerCase()}-parameter)`;
    }
  }
}

function memberTable({ fields }: Extract<Shape, { kind: 'struct' }>, title: string): string {
  const rows = Object.entries(fields).map(
    ([name, field]) =>
      `| \`${name}\` | ${typeText(field).replaceAll('|', '\\|')} | ${field.optional ? 'optional' : 'required'} |`,
  );
  return [`| ${title} | Type | |`, '|---|---|---|', ...rows].join('\n');
}

function paramsText({ params: { shape } }: Method): string {
  if (shape?.kind === 'struct') return memberTable(shape, 'Parameter');
  return shape === undefined || shape.kind === 'nothing'
    ? 'No parameters.'
    : `Parameters: ${typeText({ shape } as never)}.`;
}

// What else a declaration says.

const KINDS = {
  read: 'Reads the chain.',
  write: 'Can change the chain.',
  subscription: 'Needs a WebSocket connection, and no batch.',
};
const JOURNAL = {
  request: 'A successful call enters the journal.',
  own: 'The journal gets requests that have the same effect.',
};
const ORIGIN = {
  block: 'A fork asks its origin about blocks at or before the fork.',
  transaction: 'A fork asks its origin about transactions at or before the fork.',
  class: 'A fork asks its origin about classes that it does not know.',
  l1Transaction: 'A fork asks its origin about messages that it does not know.',
};

const originText = ({ by, answers }: Exclude<Method['origin'], 'none' | undefined>): string =>
  answers === 'none' ? `On a fork, only for a ${by} that was made here.` : ORIGIN[by];

function factsText({ kind, journal, restricted, origin }: Method): string {
  return [
    KINDS[kind],
    journal && JOURNAL[journal],
    restricted && '`--restrictive-mode` without a list forbids it.',
    typeof origin === 'object' && originText(origin),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The errors that a method throws in its own file, and an unknown block where it takes one. */
function errorsText({ name, group, params: { shape } }: Method): string {
  const source = readFileSync(join(root, `src/rpc/methods/${group}/${name}.ts`), 'utf8');
  const thrown = source.matchAll(/(?:Rpc|Chain|explained)Error\(\s*'(\w+)'|throw await (\w+)\(/g);
  const kinds = new Set<string>([...thrown].map(([, kind, maker]) => kind ?? maker!));
  if (source.includes('checkCallee(')) for (const kind of ['contractNotFound', 'entrypointNotFound']) kinds.add(kind);
  if (source.includes('refuseTrial')) kinds.add('transactionExecutionError');
  const takesBlock = shape?.kind === 'struct' && 'block_id' in shape.fields;
  if (takesBlock && group === 'chain') kinds.add('blockNotFound');
  const known = [...kinds].filter((kind): kind is ErrorKind => kind in errors).map((kind) => errors[kind]);
  const unique = new Map(known.map(({ code, message }) => [code, message]));
  const texts = [...unique].sort(([a], [b]) => a - b).map(([code, message]) => `${code} ${message}`);
  return texts.length > 0 ? `Errors: ${texts.join(', ')}.` : '';
}

const examples = await exampleTexts();

const resultText = (type: string): string =>
  type === 'never' ? 'No result: every call ends with an error.' : `Result: \`${type}\``;

function methodText(method: Method, results: ReadonlyMap<string, string>): string {
  const { group, name, summary } = method;
  const names = (['starknet', 'neutral'] as const).map((dialect) => writeMethodName(group, name, dialect));
  return [
    `### ${name}`,
    names.map((each) => `\`${each}\``).join(', '),
    summary,
    factsText(method),
    paramsText(method),
    resultText(results.get(names[0]!)!),
    errorsText(method),
    examples.get(names[0]!)!,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function reference(): string {
  const names = methods.map(({ group, name }) => writeMethodName(group, name, 'starknet'));
  const results = new Map([...resultTypes(root, names)].map(([name, type]) => [name, plainType(type)]));
  const known = declarations();
  const chain = methods.filter(({ group }) => group === 'chain').map((method) => methodText(method, results));
  const sandbox = methods.filter(({ group }) => group === 'sandbox').map((method) => methodText(method, results));
  const named = neededTypes(results.values(), known);
  return `${[
    '# Methods',
    '<!-- Written by `npm run reference` from the declarations in src/rpc/methods. Do not edit. -->',
    `Every method of the API, with both of its names, its parameters, its result and its errors. [Controls](controls.md) shows the methods of the sandbox with examples.`,
    `Parameters are an object, or a list in the order of the table; optional ones may be left out, and most may be null. A felt, an address or a hash is a text of \`0x\` and hexadecimal digits. A block id is \`"latest"\`, \`"pre_confirmed"\`, \`"l1_accepted"\`, \`{"block_number": 5}\` or \`{"block_hash": "0x…"}\`. Every method can answer with -32602 (invalid parameters).`,
    `Results are given as TypeScript types; the types they name are [at the end](#types-of-results). In TypeScript, \`RpcSchema\` has all of this: \`box.request('starknet_getNonce', …)\` knows parameters and result.`,
    `The examples are answers of a node with the seed 7, on which a contract was declared, deployed and called twice: \`record(5)\` succeeded, and \`record(13)\` was reverted. \`…\` stands for what is left out here: digits, the end of a text, or further elements of a list.`,
    '## Methods of the chain',
    ...chain,
    '## Methods of the sandbox',
    ...sandbox,
    '## Objects in parameters',
    ...[...structs]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, shape]) => [`### ${name} (parameter)`, memberTable(shape, 'Member')]),
    '## Types of results',
    `\`\`\`ts\n${named.map((name) => declarationText(known.get(name)!)).join('\n\n')}\n\`\`\``,
  ].join('\n\n')}\n`;
}

const declarationText = (text: string): string => text.replace(/^export /, '').replace(/\breadonly /g, '');

const pages = {
  'docs/methods.md': reference(),
  'docs/errors.md': errorPage(),
  'docs/limits.md': limitPage(),
  'docs/gateway.md': gatewayPage(),
  'docs/mempool.md': mempoolPage(),
  'src/library/options/optionTypes.generated.ts': optionTypes(),
  'ui/src/data/methods/methods.generated.ts': methodList(root, methods, typeText),
  'ui/src/data/node/takingBack.generated.ts': methodsTakingBack(methods),
};
for (const [file, written] of Object.entries(pages)) {
  if (!process.argv.includes('--check')) writeFileSync(join(root, file), written);
  else if (readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n') !== written) {
    console.error(`${file} is not up to date. Run: npm run reference`);
    process.exit(1);
  }
}
