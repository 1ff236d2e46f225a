import { panicResults } from '../../sierra/panicResults.ts';
import { type Program, RETURN } from '../../sierra/program.ts';
import { decisionsOf, PANIC_EXIT } from '../coverage/branches.ts';
import { pathFrom } from '../coverage/codePath.ts';
import type { OwnPlace } from '../coverage/coverableClass.ts';
import { spanId } from '../coverage/sourceSpans.ts';
import type { SourceSpan } from '../explain/stackFrame.ts';
import { isPossible } from './mutateProgram.ts';
import { type Change, type Mutation, mutationText } from './mutation.ts';
import { functionOf, genericOf, operatorChanges } from './operators.ts';
import { isInnermost, type MutableClass, type MutableCode, type OwnSite, ownSites } from './ownSites.ts';
import { blockBehind, isBetween } from './sourceText.ts';
import { constantOf, enumKind } from './values.ts';
import { writtenAt } from './writtenConstants.ts';

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
  const exchange = operatorChanges(given);
  for (const site of sites) {
    const found = exchange(site);
    if (found) drafts.add('operator', found.text, site, found.change);
    addUnderflow(given, drafts, site);
    addEffects(given, drafts, site);
    addBooleans(given, drafts, site);
    addAssert(given, drafts, site);
  }
  addConstants(given, drafts);
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
/** Libfuncs that compare integers. */
const DIFFERENCE = /_overflowing_sub$|^i\d+_diff$/;
const SUBTRACTION = /^core::.*::(?:checked_)?sub(?:_assign|_eq)?$/;

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

/** `true` and `false`. */
function addBooleans(given: MutableClass, drafts: Drafts, site: OwnSite): void {
  const { code, program } = given;
  const { libfunc } = program.statements[site.statement]!;
  if (site.path.length > 0 || !isBoolean(program, libfunc) || !isInnermost(code, site)) return;
  if (pathFrom(code.map, code.frames, site.statement).panic) return;
  const isTrue = program.libfuncs[libfunc]!.args[1]!;
  const wasTrue = isTrue.kind === 'value' && isTrue.value === 1n;
  drafts.add('value', wasTrue ? 'true became false' : 'false became true', site, { what: 'flip' });
}

/** Numbers. Those at the beginning of a function have no place of their own. */
function addConstants(given: MutableClass, drafts: Drafts): void {
  const { code, program } = given;
  for (const [statement, { libfunc }] of program.statements.entries()) {
    const constant = constantOf(program, libfunc);
    const place = constant && writtenAt(given, statement, constant);
    if (!place || pathFrom(code.map, code.frames, statement).panic) continue;
    const changes = ([1, -1] as const).map((by): Change & { what: 'constant' } => ({ what: 'constant', by }));
    const change = changes.find((change) => canChange(given, [{ path: [], statement, change }]));
    const text = change && `${constant.value} became ${constant.value + BigInt(change.by)}`;
    if (change) drafts.add('constant', text!, { path: [], statement, place, entered: undefined }, change);
  }
}

/** Whether a libfunc makes `true` or `false`. */
function isBoolean({ types, libfuncs }: Pick<Program, 'types' | 'libfuncs'>, libfunc: number): boolean {
  const { generic, args } = libfuncs[libfunc] ?? { generic: '', args: [] };
  const [type] = args;
  return generic === 'enum_init' && type?.kind === 'type' && enumKind(types[type.type]) === 'bool';
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
    if (COMPARISON.test(functionOf(site)) && DIFFERENCE.test(genericOf(given, site)))
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

/** Functions that have another result. */
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
    const found = isResult && resultChange(given, statement, place);
    if (found && canChange(given, [{ path: [], ...found }]))
      drafts.add(
        'return',
        found.text,
        { path: [], statement: found.statement, place, entered: undefined },
        found.change,
      );
  }
}

/** What becomes of the value that a statement makes a result of, and where; undefined if that is changed already. */
function resultChange(given: MutableClass, statement: number, place: OwnPlace) {
  const { code, program, registry } = given;
  const { libfunc, args } = program.statements[statement]!;
  const type = registry.signatures[libfunc]?.params.at(-1);
  const kind = type === undefined ? undefined : enumKind(program.types[type]);
  const text = `the result of the function ${kind === 'bool' ? 'was negated' : kind === 'option' ? 'became None' : 'became 0'}`;
  if (kind !== 'bool') return { statement, change: { what: 'zero' }, text } as const;
  const before = program.statements.slice(Math.max(0, statement - MAX_BEFORE), statement);
  const behind = before.reverse().findIndex(({ branches }) => branches[0]?.results.includes(args.at(-1)!));
  const at = statement - 1 - behind;
  if (behind < 0 || !isBoolean(program, program.statements[at]!.libfunc))
    return { statement, change: { what: 'not' }, text } as const;
  // What is written as `true` or `false` is changed where it stands; a comparison makes one on each of its ways out.
  const isWritten = isInnermost(code, { statement: at, place: code.places[at] ?? place });
  return isWritten ? undefined : ({ statement: at, change: { what: 'flip' }, text } as const);
}

/** How many statements before its use a `bool` is made. */
const MAX_BEFORE = 20;

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
