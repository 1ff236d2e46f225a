import type { Registry } from '../../sierra/check/registry.ts';
import { panicResults } from '../../sierra/panicResults.ts';
import { type Program, RETURN } from '../../sierra/program.ts';
import { userType } from '../../sierra/types/userType.ts';
import { decisionsOf, PANIC_EXIT } from '../coverage/branches.ts';
import { pathFrom } from '../coverage/codePath.ts';
import { spanId } from '../coverage/sourceSpans.ts';
import type { SourceSpan } from '../explain/stackFrame.ts';
import { isPossible } from './mutateProgram.ts';
import { type Change, type Mutation, mutationText } from './mutation.ts';
import { isInnermost, type MutableCode, type OwnSite, ownSites } from './ownSites.ts';
import { blockBehind, isBetween, textBetween } from './sourceText.ts';
import { constantOf } from './values.ts';

/** What mutants do to their lines. */
export const MUTANT_KINDS = [
  'check',
  'condition',
  'comparison',
  'operator',
  'constant',
  'write',
  'read',
  'event',
  'message',
  'upgrade',
  'value',
  'return',
] as const;
export type MutantKind = (typeof MUTANT_KINDS)[number];

/** A mutant of a class. */
export interface FoundMutant {
  readonly kind: MutantKind;
  /** What was changed, as the end of a sentence about the line. */
  readonly text: string;
  readonly mutation: Mutation;
  /** Undefined if the class has no source lines. */
  readonly span: SourceSpan | undefined;
  readonly functionName: string | undefined;
}

/** A class whose mutants are looked for. */
export interface MutableClass extends MutableCode {
  readonly registry: Registry;
  /** The lines of a source file; undefined if it is not known, or was changed since the build. */
  readonly linesOf: (file: string) => readonly string[] | undefined;
}

/** Changes of one expression, in all copies of its code. */
interface Draft {
  readonly kind: MutantKind;
  readonly text: string;
  readonly site: OwnSite;
  readonly mutation: { readonly path: readonly number[]; readonly statement: number; readonly change: Change }[];
}

/** Collects changes by the expression that they belong to. */
class Drafts {
  readonly all = new Map<string, Draft>();

  add(kind: MutantKind, text: string, site: OwnSite, change: Change, key = ''): void {
    const id = `${kind}|${spanId(site.place.span)}|${text}|${key}`;
    let draft = this.all.get(id);
    if (!draft) this.all.set(id, (draft = { kind, text, site, mutation: [] }));
    const { path, statement } = site;
    draft.mutation.push({ path, statement, change });
  }
}

/** The mutants of a class, in the order of their lines. */
export function findMutants(given: MutableClass): readonly FoundMutant[] {
  const drafts = new Drafts();
  const sites = ownSites(given);
  for (const site of sites) {
    addOperators(given, drafts, site);
    addEffects(given, drafts, site);
    addValues(given, drafts, site);
    addAssert(given, drafts, site);
  }
  addBoundaries(given, drafts, sites);
  addDecisions(given, drafts);
  addReturns(given, drafts);
  const seen = new Set<string>();
  return [...drafts.all.values()]
    .filter(({ mutation }) => {
      const text = mutationText(mutation);
      return !seen.has(text) && seen.add(text) && canChange(given, mutation);
    })
    .map(({ kind, text, site: { place }, mutation }) => ({
      kind,
      text,
      mutation,
      span: place.span,
      functionName: place.functionName,
    }))
    .sort(
      (a, b) =>
        (a.span.file < b.span.file ? -1 : a.span.file > b.span.file ? 1 : 0) ||
        a.span.line - b.span.line ||
        a.span.column - b.span.column,
    );
}

const canChange = ({ program, registry }: MutableClass, mutation: Mutation): boolean =>
  isPossible(program, registry, mutation);

const COMPARISON = /^core::.*::(?:lt|le|gt|ge)$/;
const SUBTRACTION = /^core::.*::(?:checked_)?sub(?:_assign|_eq)?$/;

/** The functions of the core library that operators are, with their checked forms and those of `+=`. */
const operator = (name: string): RegExp =>
  new RegExp(`^core::.*::(?:(?:checked|overflowing|wrapping|saturating)_)?(?:${name})(?:_assign|_eq)?$`);
const [ADD, SUB, MUL, DIV] = [operator('add'), operator('sub'), operator('mul'), operator('div|rem|div_rem')];
const LOGIC = operator('bitand|bitor|bitxor|and|or|xor|not');

/** Libfuncs of operators: the functions that they stand for, what takes their place, and how the change is told. */
const EXCHANGES: ReadonlyMap<string, readonly [RegExp, Change, string]> = new Map([
  ['felt252_add', [ADD, { what: 'use', libfunc: 'felt252_sub' }, '+ became -']],
  ['felt252_sub', [SUB, { what: 'use', libfunc: 'felt252_add' }, '- became +']],
  ['felt252_mul', [MUL, { what: 'use', libfunc: 'felt252_add' }, '* became +']],
  ['bool_and_impl', [LOGIC, { what: 'use', libfunc: 'bool_or_impl' }, 'and became or']],
  ['bool_or_impl', [LOGIC, { what: 'use', libfunc: 'bool_and_impl' }, 'or became and']],
  ['bool_xor_impl', [LOGIC, { what: 'use', libfunc: 'bool_or_impl' }, 'exclusive or became or']],
  ['bool_not_impl', [LOGIC, { what: 'same' }, '! was removed']],
  ...['u8', 'u16', 'u32', 'u64', 'u128'].flatMap((type): [string, readonly [RegExp, Change, string]][] => [
    [`${type}_overflowing_add`, [ADD, { what: 'use', libfunc: `${type}_overflowing_sub` }, '+ became -']],
    [`${type}_overflowing_sub`, [SUB, { what: 'use', libfunc: `${type}_overflowing_add` }, '- became +']],
    [`${type}_safe_divmod`, [DIV, { what: 'results' }, '/ and % changed places']],
    [`${type}_wide_mul`, [MUL, { what: 'first' }, 'only the first factor is left']],
  ]),
] as [string, readonly [RegExp, Change, string]][]);

const genericOf = ({ code }: MutableCode, { statement }: Pick<OwnSite, 'statement'>): string =>
  code.map.libfuncs[statement]!;

/** The function that was entered, without its generic arguments. */
const functionOf = ({ entered = '' }: OwnSite): string =>
  entered.replace(/::<.*>(?=::\w+$)/, '').replace(/::<.*>$/, '');

function addOperators(given: MutableClass, drafts: Drafts, site: OwnSite): void {
  const found = EXCHANGES.get(genericOf(given, site));
  if (found?.[0].test(functionOf(site))) drafts.add('operator', found[2], site, found[1]);
  addUnderflow(given, drafts, site);
}

/** A subtraction that cannot fail any more. */
function addUnderflow(given: MutableClass, drafts: Drafts, site: OwnSite): void {
  if (!SUBTRACTION.test(functionOf(site))) return;
  const generic = genericOf(given, site);
  if (!generic.endsWith('_overflowing_sub') && generic !== 'enum_match') return;
  const arm = armBesidePanic(given, site.statement);
  if (arm !== undefined) drafts.add('check', 'the check for an underflow was removed', site, { what: 'take', arm });
}

/** Of a statement with two branches, of which one leads to a panic: the other one. */
function armBesidePanic({ code }: MutableCode, statement: number): number | undefined {
  const panics = code.map.branches[statement]!.map(({ target }) => pathFrom(code.map, code.frames, target).panic);
  return panics.length === 2 && panics.filter(Boolean).length === 1 ? panics.findIndex((panic) => !panic) : undefined;
}

/** System calls that change something: what leaving them out is. */
const EFFECTS: ReadonlyMap<string, readonly [MutantKind, string]> = new Map<string, readonly [MutantKind, string]>([
  ['storage_write_syscall', ['write', 'the storage write was removed']],
  ['storage_read_syscall', ['read', 'the value that was read became 0']],
  ['emit_event_syscall', ['event', 'the event was removed']],
  ['send_message_to_l1_syscall', ['message', 'the message to L1 was removed']],
  ['replace_class_syscall', ['upgrade', 'the change of the class was removed']],
]);

function addEffects(given: MutableClass, drafts: Drafts, site: OwnSite): void {
  const found = EFFECTS.get(genericOf(given, site));
  if (found) drafts.add(found[0], found[1], site, { what: 'remove' });
}

const BOOL = userType('core::bool');

function addValues(given: MutableClass, drafts: Drafts, site: OwnSite): void {
  const { code, program } = given;
  const { statement } = site;
  if (site.path.length > 0 || pathFrom(code.map, code.frames, statement).panic) return;
  const { libfunc } = program.statements[statement]!;
  if (isBoolean(given, libfunc) && isInnermost(code, site)) {
    const isTrue = program.libfuncs[libfunc]!.args[1]!;
    const wasTrue = isTrue.kind === 'value' && isTrue.value === 1n;
    drafts.add('value', wasTrue ? 'true became false' : 'false became true', site, { what: 'flip' });
    return;
  }
  const constant = constantOf({ libfunc: (id) => program.libfuncs[id], type: (id) => program.types[id] }, libfunc);
  if (!constant || !isWritten(given, site, constant.value)) return;
  for (const by of [1, -1] as const) {
    const change: Change = { what: 'constant', by };
    if (!canChange(given, [{ path: [], statement, change }])) continue;
    drafts.add('constant', `${constant.value} became ${constant.value + BigInt(by)}`, site, change);
    return;
  }
}

/** Whether a number stands in the source where the compiler says: it often gives constants the place of another expression. */
function isWritten({ linesOf }: MutableClass, { place: { span } }: OwnSite, value: bigint): boolean {
  const text = textBetween(linesOf(span.file) ?? [], span);
  return new RegExp(`(?<![\\w.])(?:${value}|0x0*${value.toString(16)})(?:_?[ui]\\d+|_?felt252)?(?!\\w)`, 'i').test(
    text,
  );
}

function isBoolean({ program }: MutableClass, libfunc: number): boolean {
  const { generic, args } = program.libfuncs[libfunc] ?? { generic: '', args: [] };
  const [type] = args;
  if (generic !== 'enum_init' || type?.kind !== 'type') return false;
  const [name] = program.types[type.type]?.args ?? [];
  return name?.kind === 'userType' && name.id === BOOL;
}

/** `assert` that is called and not inlined: a copy of it that accepts everything. */
function addAssert(given: MutableClass, drafts: Drafts, site: OwnSite): void {
  if (site.path.length !== 1 || site.entered !== 'core::assert') return;
  const arm = armBesidePanic(given, site.statement);
  if (arm !== undefined) drafts.add('check', CHECK_REMOVED, site, { what: 'take', arm });
}

const CHECK_REMOVED = 'the check was removed';

/** Comparisons whose boundary moves by one. Large integers are compared in parts: the last part has the boundary. */
function addBoundaries(given: MutableClass, drafts: Drafts, sites: readonly OwnSite[]): void {
  const last = new Map<string, OwnSite>();
  for (const site of sites)
    if (COMPARISON.test(functionOf(site)) && genericOf(given, site).endsWith('_overflowing_sub'))
      last.set(`${site.place.copy}|${spanId(site.place.span)}|${site.path[0]}`, site);
  for (const site of last.values()) {
    drafts.add('comparison', 'equal values count on the other side', site, { what: 'boundary' });
  }
}

/** Decisions of which one way out is always taken, and checks that nothing fails any more. */
function addDecisions(given: MutableClass, drafts: Drafts): void {
  const { libfuncs } = given.code.map;
  for (const { place, checks } of decisionsOf(given.code)) {
    // Whether a system call succeeds is not decided by the user's code.
    if (checks.some(({ statement }) => libfuncs[statement]!.endsWith('_syscall'))) continue;
    const keys = new Set<string | undefined>(
      checks.flatMap(({ exits }) => exits.flatMap((exit) => (exit ? [exit.key] : []))),
    );
    // Two ways without a place cannot be told apart.
    if (checks.some(({ exits }) => exits.filter((exit) => exit && exit.key === undefined).length > 1))
      keys.delete(undefined);
    const isCheck = keys.delete(PANIC_EXIT);
    const ways = [...keys];
    if (isCheck && ways.length === 1) force(given, drafts, { place, checks }, ways[0], 'check', CHECK_REMOVED);
    if (isCheck || ways.length < 2) continue;
    for (const key of ways)
      force(given, drafts, { place, checks }, key, 'condition', forcedText(given, place.span, key, ways));
  }
}

/** How a condition that is forced to one way out is told. */
function forcedText(
  { linesOf }: MutableClass,
  span: SourceSpan,
  key: string | undefined,
  ways: readonly (string | undefined)[],
): string {
  const known = ways.flatMap((way) => (way === undefined ? [] : [way]));
  const block = blockBehind(linesOf(span.file) ?? [], span);
  const inside = known.filter((way) => block && isBetween(way, block));
  if (ways.length === 2 && inside.length === 1)
    return `the condition is always ${key === inside[0] ? 'true' : 'false'}`;
  const lineOf = (way: string) => way.split(':')[0];
  const behind = known.filter((way) =>
    isBetween(way, { ...span, line: span.endLine, column: span.endColumn, endLine: Number.POSITIVE_INFINITY }),
  );
  if (key !== undefined && behind.includes(key)) return `it always goes on in line ${lineOf(key)}`;
  return behind.length === 1 ? `it never goes on in line ${lineOf(behind[0]!)}` : 'it always takes the same way';
}

/** Adds the changes that make a decision always leave by the way with a key; undefined: by the one without a place. */
function force(
  given: MutableClass,
  drafts: Drafts,
  { place, checks }: ReturnType<typeof decisionsOf>[number],
  key: string | undefined,
  kind: MutantKind,
  text: string,
): void {
  const { map, frames } = given.code;
  const arms = checks.map(({ statement, exits }) => {
    const wanted = exits.findIndex((exit) => exit && exit.key === key);
    if (wanted >= 0) return { statement, arm: wanted };
    const inside = exits.flatMap((exit, arm) =>
      exit === undefined && !pathFrom(map, frames, map.branches[statement]![arm]!.target).panic ? [arm] : [],
    );
    return inside.length === 1 ? { statement, arm: inside[0]! } : undefined;
  });
  if (arms.some((arm) => arm === undefined)) return;
  for (const found of arms) {
    const site: OwnSite = { path: [], statement: found!.statement, place, entered: undefined };
    drafts.add(kind, text, site, { what: 'take', arm: found!.arm }, key);
  }
}

/** Functions whose result becomes 0. */
function addReturns(given: MutableClass, drafts: Drafts): void {
  const { code, program } = given;
  const isPanicResult = panicResults(program);
  for (const [statement, { libfunc, branches }] of program.statements.entries()) {
    const place = code.places[statement];
    const next = program.statements[statement + 1];
    const made = branches[0]?.results[0];
    const isUsedNext = made !== undefined && next?.args.at(-1) === made;
    // Code that is inlined into that of the compiler has no result of its own.
    if (!isUsedNext || !place || place.start === undefined) continue;
    const isResult =
      next.libfunc === RETURN
        ? program.libfuncs[libfunc]!.generic === 'store_temp'
        : program.libfuncs[libfunc]!.generic === 'struct_construct' && isSuccess(program, next.libfunc, isPanicResult);
    const change: Change = { what: 'zero' };
    if (isResult && canChange(given, [{ path: [], statement, change }]))
      drafts.add(
        'return',
        'the result of the function became 0',
        { path: [], statement, place, entered: undefined },
        change,
      );
  }
}

/** Whether a libfunc makes the result of a function that may panic, and did not. */
function isSuccess({ libfuncs }: Program, libfunc: number, isPanicResult: (type: number) => boolean): boolean {
  const { generic, args } = libfuncs[libfunc]!;
  const [type, variant] = args;
  return (
    generic === 'enum_init' &&
    type?.kind === 'type' &&
    variant?.kind === 'value' &&
    variant.value === 0n &&
    isPanicResult(type.type)
  );
}
