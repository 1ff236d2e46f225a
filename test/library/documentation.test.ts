// Everything that users can import is documented: sentences for all of it, examples for what they call.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

interface Declared {
  readonly name: string;
  /** The text of its JSDoc; undefined where there is none. */
  readonly doc: string | undefined;
  readonly node: SyntaxNode;
  readonly docOf: (node: SyntaxNode) => string | undefined;
}

const library = fileURLToPath(new URL('../../src/library/index.ts', import.meta.url));
const files = new Map<string, { body: readonly SyntaxNode[]; docOf: Declared['docOf'] }>();

function parse(path: string) {
  let file = files.get(path);
  if (!file) {
    const source = readFileSync(path, 'utf8');
    const { program, comments } = parseSync(path, source);
    const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
    // A comment belongs to what follows it after nothing but spaces.
    const docOf = ({ start }: SyntaxNode) =>
      docs.findLast(({ end }) => end <= start && /^\s*$/.test(source.slice(end, start)))?.value;
    files.set(path, (file = { body: program.body as unknown as readonly SyntaxNode[], docOf }));
  }
  return file;
}

const nameOf = (node: unknown): string => (node as { name?: string } | undefined)?.name ?? '';

/** What a module exports, where it is declared. */
function exportsOf(path: string): Declared[] {
  const { body, docOf } = parse(path);
  return body.flatMap((statement): Declared[] => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const source = statement['source'] as { value: string } | null;
    if (source) {
      const from = exportsOf(fileURLToPath(new URL(source.value, `file://${path}`)));
      const specifiers = statement['specifiers'] as { local: unknown; exported: unknown }[];
      return specifiers.map(({ local, exported }) => {
        const found = from.find(({ name }) => name === nameOf(local));
        if (!found) throw new Error(`${path} exports ${nameOf(local)}, which ${source.value} does not have`);
        return { ...found, name: nameOf(exported) };
      });
    }
    const node = statement['declaration'] as SyntaxNode;
    if (node.type === 'VariableDeclaration')
      return (node['declarations'] as { id: unknown }[]).map(({ id }) => ({
        name: nameOf(id),
        doc: docOf(statement),
        node,
        docOf,
      }));
    return [{ name: nameOf(node['id']), doc: docOf(statement), node, docOf }];
  });
}

const declared = exportsOf(library);
const membersOf = ({ node }: Declared): readonly SyntaxNode[] => (node['body'] as { body: readonly SyntaxNode[] }).body;
const ofType = (type: string) => declared.filter(({ node }) => node.type === type);
const hasExample = (doc: string | undefined) => /@example\n\s*\*\s*\S/.test(doc ?? '');

/** Members that have the meaning that the platform gives them. */
const PLATFORM_INTERFACE = new Set(['SandboxWebSocket']);

/** Whether a method is declared without a body, as overloads are. */
const isSignature = ({ value }: SyntaxNode) => (value as SyntaxNode | null)?.type === 'TSEmptyBodyFunctionExpression';

/** Whether a method implements overloads, which have the comments. */
const hasOverloads = (entry: Declared, member: SyntaxNode) =>
  !isSignature(member) &&
  membersOf(entry).some((other) => isSignature(other) && nameOf(other['key']) === nameOf(member['key']));

/** Whether a member is left out of the declarations of the package. */
const isInternal = (entry: Declared, member: SyntaxNode) => /@internal\b/.test(entry.docOf(member) ?? '');

const publicMembers = (entry: Declared) =>
  membersOf(entry).filter((member) => {
    const { type, key, accessibility, kind, computed } = member;
    return (
      (type === 'MethodDefinition' || type === 'PropertyDefinition') &&
      (key as SyntaxNode).type !== 'PrivateIdentifier' &&
      accessibility !== 'private' &&
      kind !== 'constructor' &&
      !computed &&
      !isInternal(entry, member) &&
      !hasOverloads(entry, member)
    );
  });

describe('the library', () => {
  test('has a sentence for everything that it exports', () => {
    expect(declared.length).toBeGreaterThan(60);
    expect(declared.filter(({ doc }) => !doc || !/[a-z]/i.test(doc)).map(({ name }) => name)).toEqual([]);
  });

  test('has an example for every class, function and constant', () => {
    const used = [...ofType('ClassDeclaration'), ...ofType('FunctionDeclaration'), ...ofType('VariableDeclaration')];
    expect(used.filter(({ doc }) => !hasExample(doc)).map(({ name }) => name)).toEqual([]);
  });

  test('has an example for every method and property of Sandbox and its controls', () => {
    const lacking = [
      'Sandbox',
      'ContractControls',
      'StateControls',
      'TimeControls',
      'BlockControls',
      'CheatControls',
      'L1Controls',
    ].flatMap((name) => {
      const entry = declared.find((candidate) => candidate.name === name)!;
      const members = publicMembers(entry);
      expect(members.length).toBeGreaterThan(4);
      return members
        .filter((member) => !hasExample(entry.docOf(member)))
        .map((member) => `${name}.${nameOf(member['key'])}`);
    });
    expect(lacking).toEqual([]);
  });

  test('has a sentence for every member of other classes, and for every option', () => {
    const lacking = [
      ...ofType('ClassDeclaration')
        .filter(({ name }) => !PLATFORM_INTERFACE.has(name))
        .flatMap((entry) => publicMembers(entry).map((member) => ({ entry, member }))),
      ...ofType('TSInterfaceDeclaration')
        .filter(({ name }) => /Options$|Events$|^Contract$|^SandboxBackend$|Range$/.test(name))
        .flatMap((entry) => membersOf(entry).map((member) => ({ entry, member }))),
    ].filter(({ entry, member }) => nameOf(member['key']) !== 'name' && !entry.docOf(member));
    expect(lacking.map(({ entry, member }) => `${entry.name}.${nameOf(member['key'])}`)).toEqual([]);
  });

  test.runIf(isBuilt)('exports every type that its signatures name', () => {
    const exported = new Set(declared.map(({ name }) => name));
    const lacking = new Set<string>();
    for (const entry of [...ofType('ClassDeclaration'), ...ofType('TSInterfaceDeclaration')]) {
      const body = membersOf(entry).filter((member) => !isInternal(entry, member));
      for (const name of namesIn({ ...entry.node, body }))
        if (!exported.has(name) && !OWN_NAMES.has(name)) lacking.add(name);
    }
    expect([...lacking].sort()).toEqual([]);
  });
});

/** Types of TypeScript and of the platform, type parameters, and helpers that only compute a type. */
const OWN_NAMES = new Set(
  [
    'Promise Response Request AbortSignal URL Date Uint8Array ArrayBufferLike ArrayBufferView Event MessageEvent EventTarget const',
    'AsyncIterableIterator AsyncDisposable Pick Omit Partial Readonly Record ReturnType NoInfer A B K M N R T',
    'Handler IsLoose Listed ListedEvents LooseMethods OptionsOf AnswerOf SimulationOptionsOf',
  ]
    .join(' ')
    .split(' '),
);

/** The types that the public signatures of a class or an interface name. */
function namesIn(node: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const item of node) namesIn(item, names);
  else if (typeof node === 'object' && node !== null && 'type' in node) {
    const { type, key, accessibility, kind } = node as SyntaxNode;
    const isHidden = (key as SyntaxNode | undefined)?.type === 'PrivateIdentifier' || accessibility === 'private';
    if (type === 'BlockStatement' || isHidden || kind === 'constructor') return names;
    if (type === 'PropertyDefinition') {
      namesIn((node as SyntaxNode)['typeAnnotation'], names);
      return names;
    }
    if (type === 'TSTypeReference') names.add(nameOf((node as SyntaxNode)['typeName']));
    for (const [member, value] of Object.entries(node)) if (member !== 'parent') namesIn(value, names);
  }
  return names;
}
