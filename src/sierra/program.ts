/** An argument of a generic type or libfunc. Types, functions and libfuncs are named by their id. */
export type GenericArg =
  | { readonly kind: 'userType'; readonly id: bigint; readonly name?: string }
  | { readonly kind: 'type'; readonly type: number }
  | { readonly kind: 'value'; readonly value: bigint }
  | { readonly kind: 'function'; readonly function: number }
  | { readonly kind: 'libfunc'; readonly libfunc: number };

/** The properties of a type's values. */
export interface TypeInfo {
  readonly storable: boolean;
  readonly droppable: boolean;
  readonly duplicatable: boolean;
  readonly zeroSized: boolean;
}

/** `type id = generic<args> [info]`. */
export interface TypeDeclaration {
  readonly id: number;
  readonly generic: string;
  readonly args: readonly GenericArg[];
  readonly info?: TypeInfo;
}

/** `libfunc id = generic<args>`. */
export interface LibfuncDeclaration {
  readonly id: number;
  readonly generic: string;
  readonly args: readonly GenericArg[];
}

/** The target of a branch that continues with the next statement. */
export const FALLTHROUGH = -1;

/** The libfunc of a statement that returns from its function. */
export const RETURN = -1;

/** One branch of an invocation: its target, and the variables it defines. */
export interface Branch {
  readonly target: number;
  readonly results: readonly number[];
}

/** An invocation of a libfunc; or a return, which has no branches and the libfunc RETURN. */
export interface Statement {
  readonly libfunc: number;
  readonly args: readonly number[];
  readonly branches: readonly Branch[];
}

/** A function: parameter and return types, the variables of its parameters, its first statement. */
export interface SierraFunction {
  readonly id: number;
  readonly params: readonly number[];
  readonly returns: readonly number[];
  readonly variables: readonly number[];
  readonly entry: number;
}

/** Names by id. Programs decoded from felts have none, except for variables with very large ids. */
export interface ProgramNames {
  readonly types: readonly string[];
  readonly libfuncs: readonly string[];
  readonly functions: readonly string[];
  readonly variables: ReadonlyMap<number, string>;
}

/**
 * A Sierra program before it is checked. An id is the position of its declaration, unless a program declares an id twice. An id
 * that is not declared is at least as large as the list.
 */
export interface Program {
  readonly types: readonly TypeDeclaration[];
  readonly libfuncs: readonly LibfuncDeclaration[];
  readonly statements: readonly Statement[];
  readonly functions: readonly SierraFunction[];
  readonly names: ProgramNames;
}

/** A version of Sierra or of a compiler. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** Whether a version is at least `major.minor`; the patch number does not matter. */
export function isAtLeast(version: Version, major: number, minor: number): boolean {
  return version.major > major || (version.major === major && version.minor >= minor);
}

export function formatVersion(version: Version): string {
  return `${version.major}.${version.minor}.${version.patch}`;
}

/** The statement a branch of statement `index` goes to. */
export function targetOf(branch: Branch, index: number): number {
  return branch.target === FALLTHROUGH ? index + 1 : branch.target;
}

/** A flat list of pairs, ascending: a statement, and the target of one of its branches that is not a fallthrough. */
export type Jumps = readonly number[];

/** All jumps of a program. */
export function jumpsOf({ statements }: Program): Jumps {
  return statements.flatMap(({ branches }, index) =>
    branches.flatMap(({ target }) => (target === FALLTHROUGH ? [] : [index, target])),
  );
}

export const typeName = (program: Program, id: number): string => program.names.types[id] ?? `[${id}]`;
export const libfuncName = (program: Program, id: number): string => program.names.libfuncs[id] ?? `[${id}]`;
export const functionName = (program: Program, id: number): string => program.names.functions[id] ?? `[${id}]`;
export const variableName = (program: Program, id: number): string => program.names.variables.get(id) ?? `[${id}]`;
