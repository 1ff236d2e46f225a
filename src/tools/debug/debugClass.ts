import type { Steps } from '../../async/steps.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import { compileWithMemory } from '../../classes/compileMemory.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { KeptByClass } from '../../classes/keptByClass.ts';
import { lastAtOrBefore } from '../../execution/lastAtOrBefore.ts';
import { contractSteps } from '../../sierra/compileContract.ts';
import type { CompiledProgram } from '../../sierra/compileProgram.ts';
import { targetOf } from '../../sierra/program.ts';
import { FlowRecord, VariableStates } from '../../sierra/variableStates.ts';
import { hasSourceLines, sourceFrames } from '../explain/locations.ts';
import type { StackFrame } from '../explain/stackFrame.ts';
import { type ClassFacts, classAbi } from '../names/classFacts.ts';
import { abiTypes } from './abiTypes.ts';
import { type DebugNames, debugNames, isLoopName } from './debugNames.ts';

/** A compiled class with where its variables are. */
interface Compiled {
  readonly program: CompiledProgram;
  readonly states: VariableStates;
}

/** A line of Cairo, or of Sierra or CASM where there is no Cairo. */
export interface DebugPlace {
  /** The path of the source file; undefined for a line of the listing. */
  readonly file: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** What is kept for classes that are debugged again; a debugger has its own. Measured: 850 bytes for each statement. */
const KEPT_BYTES = 64 << 20;
const BYTES_PER_STATEMENT = 900;
const bytesOf = ({ program }: Compiled): number => BYTES_PER_STATEMENT * program.offsets.length;
const compiledClasses = new KeptByClass<Compiled>(KEPT_BYTES, bytesOf);

/** A class as debuggers see it: its source lines, its functions, and where its variables are. */
export class DebugClass {
  readonly name: string;
  readonly names: DebugNames;
  readonly hasSource: boolean;
  readonly #compiled: Compiled | undefined;
  readonly #program: LoadedProgram;
  readonly #locate: ((offset: number) => readonly StackFrame[]) | undefined;
  readonly #frames = new Map<number, readonly StackFrame[]>();
  /** The lines that `placeAt` and `listedAt` have found; empty until one of them is read. */
  readonly places: DebugPlace[] = [];
  #placeAt: Int32Array | undefined;
  #listedAt: Int32Array | undefined;

  constructor(
    name: string,
    debugInfo: unknown,
    compiled: Compiled | undefined,
    program: LoadedProgram,
    types: DebugNames['userTypes'] = new Map(),
  ) {
    this.name = name;
    const names = debugNames(debugInfo);
    this.names = { ...names, userTypes: new Map([...types, ...names.userTypes]) };
    this.#compiled = compiled;
    this.#program = program;
    this.hasSource = compiled !== undefined && hasSourceLines(debugInfo);
    if (compiled)
      this.#locate = sourceFrames(debugInfo, {
        offsets: compiled.program.offsets,
        functionStarts: compiled.program.specialized.program.functions.map(({ entry }) => entry),
      });
  }

  /** The bytes that the compiled program takes. */
  get bytes(): number {
    return this.#compiled ? bytesOf(this.#compiled) : 0;
  }

  /** The compiled program; undefined for Cairo 0. */
  get compiled(): CompiledProgram | undefined {
    return this.#compiled?.program;
  }

  get program(): LoadedProgram {
    return this.#program;
  }

  /** The last statement whose code begins at or before an offset; -1 if there is none. */
  statementAt(pc: number): number {
    const offsets = this.compiled?.offsets;
    if (!offsets) return -1;
    return lastAtOrBefore(offsets.length, (i) => offsets[i]!, pc);
  }

  /** The number of the function that a statement belongs to; -1 for Cairo 0. */
  functionOf(statement: number): number {
    return this.#compiled?.states.functionOf(statement) ?? -1;
  }

  /** The first instruction of a function. */
  entryOf(functionId: number): number {
    const { program } = this;
    const entry = this.compiled?.specialized.program.functions[functionId]?.entry;
    return entry === undefined ? program.bytecode.length : this.compiled!.offsets[entry]!;
  }

  /** Whether a function is a loop. */
  isLoop(functionId: number): boolean {
    return isLoopName(this.names.functions.get(functionId) ?? '');
  }

  variablesAt(statement: number): ReturnType<VariableStates['at']> | undefined {
    return this.#compiled?.states.at(statement);
  }

  /** The Cairo functions and places of an instruction, inlined ones included, innermost first. */
  framesAt(pc: number): readonly StackFrame[] {
    const statement = this.statementAt(pc);
    let frames = this.#frames.get(statement);
    if (!frames) {
      frames = (statement >= 0 && this.#locate?.(this.compiled!.offsets[statement]!)) || [];
      this.#frames.set(statement, frames);
    }
    return frames;
  }

  /** For each offset: the index in `places` of the line of the user that starts there, or -1. Without source, lines of the listing. */
  get placeAt(): Int32Array {
    if (!this.hasSource) return this.listedAt;
    return (this.#placeAt ??= this.#sourcePlaces());
  }

  /** The lines of the user that have code; none if there is no source. */
  get sourceLines(): readonly (DebugPlace & { readonly file: string })[] {
    if (!this.hasSource) return [];
    this.#placeAt ??= this.#sourcePlaces();
    return this.places.flatMap(({ file, line, column }) => (file === undefined ? [] : [{ file, line, column }]));
  }

  /** The instructions that start a line of the user at a place, ascending; none if there is no source. */
  pcsOf(isWanted: (place: DebugPlace) => boolean): readonly number[] {
    const found: number[] = [];
    if (!this.hasSource) return found;
    const { placeAt } = this;
    const wanted = this.places.map((place) => place.file !== undefined && isWanted(place));
    for (const [pc, place] of placeAt.entries()) if (place >= 0 && wanted[place]) found.push(pc);
    return found;
  }

  /** For each offset: the index in `places` of the line of Sierra, or of CASM for Cairo 0, that starts there, or -1. */
  get listedAt(): Int32Array {
    return (this.#listedAt ??= this.#listedPlaces());
  }

  #sourcePlaces(): Int32Array {
    const found = new Int32Array(this.#program.bytecode.length + 1).fill(-1);
    const ids = new Map<string, number>();
    const loopEnds = this.#loopEnds();
    for (const [statement, offset] of this.compiled!.offsets.entries()) {
      if (loopEnds[statement] === 1) continue;
      const frame = this.framesAt(offset).find(isOwn);
      if (!frame?.span) continue;
      const { file, line, column } = frame.span;
      const key = `${line}:${file}`;
      let id = ids.get(key);
      if (id === undefined) ids.set(key, (id = this.places.push({ file, line, column }) - 1));
      found[offset] = id;
    }
    this.#dropRecursions(found);
    return found;
  }

  /** Whether a statement is the call of a loop to itself. */
  isRecursion(statement: number): boolean {
    const { statements, libfuncs } = this.compiled!.specialized.program;
    const declared = libfuncs[statements[statement]!.libfunc];
    const [arg] = declared?.args ?? [];
    const callee = declared?.generic === 'function_call' && arg?.kind === 'function' ? arg.function : undefined;
    return callee !== undefined && this.isLoop(callee) && callee === this.functionOf(statement);
  }

  /** The statements that only pass on the result of the rest of a loop: those behind the call of the loop to itself. */
  #loopEnds(): Uint8Array {
    const { statements } = this.compiled!.specialized.program;
    const found = new Uint8Array(statements.length);
    for (const [index, { branches }] of statements.entries())
      if (found[index] === 1 || this.isRecursion(index))
        for (const branch of branches) found[targetOf(branch, index)] = 1;
    return found;
  }

  /** The next iteration starts at the line of the loop, so the call that leads to it does not. */
  #dropRecursions(found: Int32Array): void {
    const { statements } = this.compiled!.specialized.program;
    const { offsets } = this.compiled!;
    for (const [index] of statements.entries()) {
      if (!this.isRecursion(index)) continue;
      const place = found[offsets[index]!]!;
      for (let at = index; at >= 0 && statements[at]!.branches.length === 1; at--) {
        if (found[offsets[at]!]! >= 0 && found[offsets[at]!] !== place) break;
        found[offsets[at]!] = -1;
      }
    }
  }

  #listedPlaces(): Int32Array {
    const found = new Int32Array(this.#program.bytecode.length + 1).fill(-1);
    const offsets = this.compiled?.offsets;
    const lines = offsets ? [...offsets.entries()] : Array.from(found, (_, pc) => [pc, pc] as const);
    for (const [line, offset] of lines)
      found[offset] = this.places.push({ file: undefined, line: line + 1, column: 1 }) - 1;
    return found;
  }
}

/** Whether the user wrote the code of a frame. */
export const isOwn = ({ isCore, isGenerated, span }: StackFrame): boolean =>
  !isCore && !isGenerated && span !== undefined;

/**
 * Prepares a class for a debugger.
 * COST: compiles the class again, in slices, since only debuggers need to know where variables are. The results that were used last are kept.
 */
export async function debugClass(
  name: string,
  facts: ClassFacts | undefined,
  program: LoadedProgram,
): Promise<DebugClass> {
  const definition = facts?.definition;
  if (definition?.kind !== 'sierra') return new DebugClass(name, undefined, undefined, program);
  const compiled =
    compiledClasses.get(definition) ??
    (await compileWithMemory(definition.sierraProgram.length, true, compileSteps(definition)));
  const types = abiTypes(classAbi(definition), compiled.program.specialized.program.types);
  return new DebugClass(name, facts?.debugInfo, compiled, program, types);
}

function* compileSteps(definition: Extract<ClassDefinition, { kind: 'sierra' }>): Steps<Compiled> {
  // Another request may have compiled it meanwhile.
  const found = compiledClasses.get(definition);
  if (found) return found;
  const flow = new FlowRecord();
  let result: CompiledProgram | undefined;
  const steps = contractSteps(definition, {
    onCompiled: (compiled) => (result = compiled),
    onStatement: flow.onStatement,
  });
  while (!steps.next().done && !result) yield;
  const compiled = { program: result!, states: new VariableStates(result!, flow) };
  compiledClasses.set(definition, compiled);
  return compiled;
}
