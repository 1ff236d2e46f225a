import { doLater } from '../../async/eitherWay.ts';
import { finish } from '../../async/steps.ts';
import type { ChainView } from '../../chain/chainView.ts';
import { digest } from '../../classes/contentKey.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { type FeltKey, formatKey } from '../../felt/key.ts';
import { ownMember } from '../../json/ownMember.ts';
import { checkedProgram } from '../../sierra/compileContract.ts';
import type { SourceFile } from '../../text/sourceLines.ts';
import { coveredLines } from '../coverage/classCoverage.ts';
import type { CoverableClass } from '../coverage/coverableClass.ts';
import type { CountedClass } from '../coverage/coverageCollector.ts';
import { findCoverable } from '../coverage/findCoverable.ts';
import { statementCounts } from '../coverage/statementCounts.ts';
import { namesByNumber } from '../explain/locations.ts';
import { programMapOf } from '../profile/classMaps.ts';
import { type FoundMutant, findMutants } from './findMutants.ts';
import { functionPlaces } from './functionPlaces.ts';
import { type MutantCollector, NO_TEST } from './mutantCollector.ts';
import type { ClassMutants, CoveringRun, MutantFacts } from './mutantRun.ts';
import { anchorOf, mutationText } from './mutation.ts';
import { shownText } from './sourceText.ts';

/** A class whose mutants are known. */
interface AnalysedClass {
  readonly facts: ClassMutants;
  readonly found: readonly FoundMutant[];
  readonly code: CoverableClass;
  readonly paths: ReadonlyMap<string, string>;
}

/** The mutants of classes, found once for all sandboxes of a process. */
export type AnalysedClasses = Map<FeltKey, AnalysedClass | undefined>;

/**
 * The mutants of the classes that ran in a sandbox, and which of them each test can notice. `isMutable` says which classes are the
 * user's: those that were declared here.
 */
export async function coveredMutants(
  view: ChainView,
  collector: MutantCollector,
  known: AnalysedClasses,
  isMutable: (classHash: FeltKey) => boolean,
): Promise<{ readonly classes: readonly ClassMutants[]; readonly run: Pick<CoveringRun, 'covered' | 'isTruncated'> }> {
  view.surroundings.executor.flushCounts();
  const counted = collector.classes.filter(({ classHash }) => isMutable(classHash));
  const { artifacts } = view.surroundings;
  if (artifacts) await doLater(artifacts.find(counted.map(({ classHash }) => classHash)));
  const classes: ClassMutants[] = [];
  const covered: CoveringRun['covered'][number][] = [];
  for (const one of counted) {
    if (!known.has(one.classHash)) known.set(one.classHash, await analysed(view, one));
    const analysis = known.get(one.classHash);
    if (!analysis) continue;
    classes.push(analysis.facts);
    for (const [test, marks] of one.tests) covered.push(coveredBy(analysis, test, marks));
    await view.rest();
  }
  return { classes, run: { covered, isTruncated: collector.isTruncated } };
}

async function analysed(view: ChainView, counted: CountedClass): Promise<AnalysedClass | undefined> {
  const { classHash, definition } = counted;
  const sources = new Map<string, SourceFile>();
  const found = await findCoverable(view, classHash, definition, sources);
  if (definition?.kind !== 'sierra') return undefined;
  const { program, registry } = finish(checkedProgram(definition));
  const debugInfo = found.kind === 'code' || found.kind === 'withoutLines' ? found.debugInfo : undefined;
  const functionNames = namesByNumber(ownMember(debugInfo, 'user_func_names'));
  const hasLines = found.kind === 'code';
  const code = hasLines
    ? found.code
    : await codeByFunctions(definition, (i) => functionNames.get(program.functions[i]?.id ?? -1));
  if (!code) return undefined;
  const paths = hasLines ? found.paths : new Map<string, string>();
  const linesOf = (file: string) => {
    const source = sources.get(paths.get(file) ?? file);
    return source && !source.isChanged ? source.lines : undefined;
  };
  const mutants = findMutants({ code, program, registry, functionNames, linesOf });
  const hash = formatKey(classHash);
  return {
    code,
    paths,
    found: mutants,
    facts: {
      classHash: hash,
      name: (found.kind === 'none' ? undefined : found.name) ?? hash,
      hasLines,
      mutants: mutants.map((mutant) => factsOf(mutant, hash, hasLines, paths, linesOf)),
    },
  };
}

async function codeByFunctions(
  definition: ClassDefinition,
  nameOf: (index: number) => string | undefined,
): Promise<CoverableClass | undefined> {
  const map = await programMapOf(definition);
  return map && functionPlaces(map, nameOf);
}

function factsOf(
  { kind, text, mutation, span, functionName }: FoundMutant,
  classHash: string,
  hasLines: boolean,
  paths: ReadonlyMap<string, string>,
  linesOf: (file: string) => readonly string[] | undefined,
): MutantFacts {
  const change = mutationText(mutation);
  const id = digest(`${classHash} ${change}`).slice(0, 16);
  const own = { id, kind, change, functionName: functionName ?? '' };
  if (!hasLines || !span) return { ...own, text: kind === 'condition' ? 'a condition always has one outcome' : text };
  const path = paths.get(span.file) ?? span.file;
  const source = kind === 'return' ? undefined : shownText(linesOf(span.file) ?? [], span);
  const isOfCaller = kind === 'check' && /get_caller_address|\bcaller\b/.test(source ?? '');
  return {
    ...own,
    text: isOfCaller ? 'the check of the caller was removed' : text,
    place: { path, line: span.line, column: span.column, ...(source !== undefined && { source }) },
  };
}

/** The mutants that a test can notice: those of which it ran a statement. */
function coveredBy(
  { facts, found, code, paths }: AnalysedClass,
  test: string,
  marks: Uint8Array,
): CoveringRun['covered'][number] {
  const ran = statementCounts(code.map, marks);
  const lines = facts.hasLines
    ? [...coveredLines(code, marks)].map(([file, own]) => [paths.get(file) ?? file, [...own]] as const)
    : [];
  return {
    test: test === NO_TEST ? undefined : test,
    classHash: facts.classHash,
    mutants: found.flatMap(({ mutation }, i) => (mutation.some((site) => ran[anchorOf(site)]! > 0) ? [i] : [])),
    lines,
  };
}
