// Writes docs/api.md, the reference of the library, from the declarations in dist/ and their comments.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { root } from './files.mjs';

/** The entry points of the page, and how each of them is introduced. */
const ENTRIES = [
  [
    'starbox',
    'index',
    'The node inside your process, and contracts with their values. The guide is [The library](library.md).',
  ],
  ['starbox/testing', 'testing', 'Sandboxes for tests, and assertions. The guide is [Testing](testing.md).'],
  ['starbox/testing/vitest', 'testingVitest', 'The same for vitest, with its fixtures and matchers.'],
  ['starbox/starknet', 'starknet', 'Objects of starknet.js that do not wait.'],
  ['starbox/sierra', 'sierra', 'The compiler on its own. The guide is [The compiler](compiler.md).'],
];

/** What comes first in the reference of `starbox`: the objects that programs use. The rest follows in the order of the alphabet. */
const FIRST = ['Sandbox', 'ContractControls', 'StateControls', 'BlockControls', 'TimeControls', 'L1Controls'];
/** How programs reach a class that they do not create. */
const REACHED_AS = {
  Sandbox: 'box',
  ContractControls: 'box',
  StateControls: 'box',
  BlockControls: 'box.blocks',
  TimeControls: 'box.time',
  L1Controls: 'box.l1',
};
const KINDS = {
  ClassDeclaration: 0,
  TSDeclareFunction: 1,
  VariableDeclaration: 2,
  TSInterfaceDeclaration: 3,
  TSTypeAliasDeclaration: 4,
};

/** The exported declarations of an entry point, with overloads of a function together. */
function declarationsOf(file) {
  const source = readFileSync(join(root, 'dist', `${file}.d.ts`), 'utf8');
  const { program, comments } = parseSync(`${file}.d.ts`, source);
  const docOf = ({ start }) =>
    comments.findLast(
      ({ end, value }) => value.startsWith('*') && end <= start && /^\s*$/.test(source.slice(end, start)),
    )?.value;
  const exported = new Map();
  for (const { type, specifiers, source: from } of program.body)
    if (type === 'ExportNamedDeclaration' && !from)
      for (const { local, exported: name } of specifiers) exported.set(local.name, name.name);
  const found = new Map();
  for (const node of program.body) {
    const name = node.id?.name ?? node.declarations?.[0]?.id?.name;
    if (!exported.has(name)) continue;
    const known = found.get(exported.get(name));
    if (known) known.nodes.push(node);
    else
      found.set(exported.get(name), {
        name: exported.get(name),
        nodes: [node],
        doc: docOf(node),
        source,
        comments,
        docOf,
      });
  }
  return [...found.values()];
}

/** A comment as Markdown: its sentences, what it throws, and its example. */
function docText(doc = '') {
  const text = doc
    .replace(/^\*+/, '')
    .replace(/^\s*\* ?/gm, '')
    .trim();
  const [head, ...tags] = text.split(/^@(?=throws|example|returns|param|see|default)/m);
  const parts = [paragraph(head)];
  for (const tag of tags) {
    const [, kind, rest] = /^(\w+)\s*([\s\S]*)$/.exec(tag);
    if (kind === 'example') parts.push(`\`\`\`ts example\n${rest.trim()}\n\`\`\``);
    else if (kind === 'throws') parts.push(`Throws ${paragraph(rest)}`);
    else parts.push(paragraph(rest));
  }
  return parts.filter(Boolean).join('\n\n');
}

/** Lines of a comment that belong together as one line; names in braces are links of JSDoc. Angle brackets are text. */
const paragraph = (text) =>
  text
    .trim()
    .replace(/(?<!\n)\n(?!\n|- )/g, ' ')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/(`[^`]*`)|</g, (_, code) => code ?? '&lt;');

/** Source text without comments, without numbers that the bundler added to names, and without what only a compiler needs. */
function plainSource({ source, comments }, start, end) {
  let text = '';
  let position = start;
  for (const comment of comments.filter((each) => each.start >= start && each.end <= end)) {
    text += source.slice(position, comment.start).replace(/\n[ \t]*$/, '');
    position = comment.end;
  }
  return (text + source.slice(position, end))
    .replace(/\$\d+\b/g, '')
    .replace(/^declare (abstract )?/, '')
    .replace(/ +\n/g, '\n');
}

/** A member's text at the left edge. */
const outdent = (text) => text.replace(/^ {2}/gm, '');

const isPublic = ({ type, key, accessibility, kind, computed }) =>
  /^(?:TSAbstract)?(?:Method|Property)/.test(type) &&
  key.type !== 'PrivateIdentifier' &&
  accessibility !== 'private' &&
  kind !== 'constructor' &&
  !computed &&
  key.name !== 'name' &&
  !key.name?.startsWith('_');

function classText(entry) {
  const [node] = entry.nodes;
  const path = REACHED_AS[entry.name];
  const members = new Map();
  for (const member of node.body.body.filter(isPublic)) {
    const known = members.get(member.key.name);
    if (known) known.push(member);
    else members.set(member.key.name, [member]);
  }
  const parent = node.superClass?.name;
  const relation =
    parent && FIRST.includes(parent) ? `It also has everything of [${parent}](#${parent.toLowerCase()}).` : '';
  const texts = [...members].map(([name, overloads]) => {
    const owner = overloads[0].static || path === undefined ? entry.name : path;
    const signatures = overloads.map(({ start, end }) => outdent(`  ${plainSource(entry, start, end)}`).trim());
    return [
      `#### ${owner}.${name}`,
      `\`\`\`ts signature\n${signatures.join('\n')}\n\`\`\``,
      docText(overloads.map(entry.docOf).find(Boolean)),
    ]
      .filter(Boolean)
      .join('\n\n');
  });
  const usage = path && path !== 'box' ? `This is \`${path}\`.` : '';
  return [`### ${entry.name}`, docText(entry.doc), [usage, relation].filter(Boolean).join(' '), ...texts]
    .filter(Boolean)
    .join('\n\n');
}

/** A type by its text; one that fills a screen by its description alone. */
function typeText(entry) {
  const text = entry.nodes.map(({ start, end }) => plainSource(entry, start, end)).join('\n');
  const members = interfaceMembers(entry);
  const shown = text.length < 3000 ? `\`\`\`ts signature\n${text}\n\`\`\`` : '';
  return [`### ${entry.name}`, docText(entry.doc), members ?? shown].filter(Boolean).join('\n\n');
}

/** The members of an interface with their descriptions as a table; undefined if few have one. */
function interfaceMembers(entry) {
  const [node] = entry.nodes;
  if (node.type !== 'TSInterfaceDeclaration') return undefined;
  const members = node.body.body.filter(({ type, key }) => type === 'TSPropertySignature' && key.name);
  const described = members.filter((member) => entry.docOf(member));
  if (members.length < node.body.body.length || described.length * 2 < members.length || members.length === 0)
    return undefined;
  const rows = members.map((member) => {
    const type = member.typeAnnotation.typeAnnotation;
    const written = plainSource(entry, type.start, type.end)
      .replace(/\s+/g, ' ')
      .replace(/ \| undefined$/, '');
    const doc = paragraph(
      (entry.docOf(member) ?? '')
        .replace(/^\*+/, '')
        .replace(/^\s*\* ?/gm, '')
        .split(/^@/m)[0],
    ).replace(/\n+/g, ' ');
    return `| \`${member.key.name}${member.optional ? '?' : ''}\` | \`${written.replaceAll('|', '\\|')}\` | ${doc.replaceAll('|', '\\|')} |`;
  });
  const parents = (node.extends ?? []).map(({ expression }) => expression.name).filter(Boolean);
  const more = parents.length > 0 ? `All members of \`${parents.join('`, `')}\`, and:\n\n` : '';
  return `${more}| Member | Type | |\n|---|---|---|\n${rows.join('\n')}`;
}

const rank = ({ name, nodes: [node] }) =>
  FIRST.includes(name) ? FIRST.indexOf(name) - FIRST.length : (KINDS[node.type] ?? 5);

function entryText([name, file, about]) {
  const entries = declarationsOf(file).sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  const texts = entries.map((entry) =>
    entry.nodes[0].type === 'ClassDeclaration' ? classText(entry) : typeText(entry),
  );
  return [`## ${name}`, about, ...texts].join('\n\n');
}

const page = [
  '# Library reference',
  '<!-- Written by `npm run build` from the declarations in dist. Do not edit. -->',
  'Everything that the package exports, with its type. Your editor shows the same texts. Types of requests and answers are in [Methods](methods.md).',
  ...ENTRIES.map(entryText),
].join('\n\n');
writeFileSync(join(root, 'docs/api.md'), `${page}\n`);
