import { LIBFUNCS } from '../libfuncs/libfuncTable.ts';
import type { Context, Signature } from '../libfuncs/signature.ts';
import {
  FALLTHROUGH,
  functionName,
  type GenericArg,
  type Jumps,
  type LibfuncDeclaration,
  libfuncName,
  type Program,
  RETURN,
  type SierraFunction,
  typeName,
} from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { SpecializationError, unknownExtension } from '../types/specialization.ts';
import { typeInfo } from '../types/typeRules.ts';
import { TypeTable } from '../types/typeTable.ts';

/** A program whose declarations are consistent: its types, and the signature of each libfunc by id. */
export interface Registry {
  readonly types: TypeTable;
  readonly signatures: readonly (Signature | undefined)[];
  /** Types that no variable can have: constants, circuits, and structs of types that cannot be stored. */
  readonly sizeless: ReadonlySet<number>;
  /** Indexed by statement: 1 if a later statement jumps to it. */
  readonly isLoopHeader: Uint8Array;
  /** The result of `jumpsOf`. */
  readonly jumps: Jumps;
  /** Every libfunc that is invoked. */
  readonly usedLibfuncs: readonly number[];
}

const SIZELESS = new Set(['Const', 'Circuit', 'CircuitInput', 'AddModGate', 'SubModGate', 'MulModGate', 'InverseGate']);

const refuse = (message: string, statement?: number, subject?: string): SierraError =>
  new SierraError('registry', message, {
    ...(statement === undefined ? {} : { statement }),
    ...(subject === undefined ? {} : { subject }),
  });

/** Checks declarations and the shape of statements, in the reference compiler's order. */
export function checkRegistry(program: Program): Registry {
  const functions = checkFunctionIds(program);
  const types = checkTypes(program);
  const signatures = checkLibfuncs({ types, functions, program });
  checkFunctions(program, types);
  const { isLoopHeader, jumps, usedLibfuncs } = checkStatements(program, signatures);
  const sizeless = program.types.filter(
    ({ id, generic }) => SIZELESS.has(generic) || (generic === 'Struct' && !types.info(id).storable),
  );
  return { types, signatures, sizeless: new Set(sizeless.map(({ id }) => id)), isLoopHeader, jumps, usedLibfuncs };
}

function checkFunctionIds(program: Program): ReadonlyMap<number, SierraFunction> {
  const functions = new Map<number, SierraFunction>();
  for (const declared of program.functions) {
    if (functions.has(declared.id)) {
      const name = functionName(program, declared.id);
      throw refuse(`used the same function id twice \`${name}\`.`, undefined, name);
    }
    functions.set(declared.id, declared);
  }
  return functions;
}

function checkTypes(program: Program): TypeTable {
  const types = new TypeTable(program);
  const ids = new Set<number>();
  for (const declaration of program.types) {
    const name = typeName(program, declaration.id);
    const info = attempt(
      () => typeInfo(types, declaration.generic, declaration.args),
      () => refuse(`Error during type specialization of \`${name}\`: Could not specialize type`, undefined, name),
    );
    const { info: declared } = declaration;
    if (
      declared &&
      (declared.storable !== info.storable ||
        declared.droppable !== info.droppable ||
        declared.duplicatable !== info.duplicatable ||
        declared.zeroSized !== info.zeroSized)
    )
      throw refuse(`Type info declaration mismatch for \`${name}\`.`, undefined, name);
    if (ids.has(declaration.id)) throw refuse(`Used concrete type id \`${name}\` twice`, undefined, name);
    ids.add(declaration.id);
    if (!types.add(declaration, info)) throw refuse(`Declared concrete type \`${name}\` twice`, undefined, name);
  }
  return types;
}

function checkLibfuncs(context: Context): (Signature | undefined)[] {
  const { program } = context;
  const signatures = new Array<Signature | undefined>(program.libfuncs.length).fill(undefined);
  for (const declaration of program.libfuncs) {
    const name = libfuncName(program, declaration.id);
    const signature = attempt(
      () => signatureOf(context, declaration),
      (reason) =>
        refuse(
          `Error during libfunc specialization of ${name}: Could not specialize libfunc \`${declaration.generic}\` ` +
            `with generic_args: [${declaration.args.map((arg) => argText(program, arg)).join(', ')}]. Error: ${reason}.`,
          undefined,
          name,
        ),
    );
    if (signatures[declaration.id]) throw refuse(`Used concrete libfunc id \`${name}\` twice.`, undefined, name);
    signatures[declaration.id] = signature;
  }
  return signatures;
}

/** The signature of a declared libfunc; SpecializationError when it is unknown or its arguments do not fit. */
function signatureOf(context: Context, { generic, args }: LibfuncDeclaration): Signature {
  const row = LIBFUNCS.get(generic);
  if (!row) throw unknownExtension(generic);
  return row.signature(context, args);
}

/** Runs a rule. A SpecializationError becomes an error that names the declaration. */
function attempt<T>(rule: () => T, error: (reason: string) => SierraError): T {
  try {
    return rule();
  } catch (reason) {
    if (reason instanceof SpecializationError) throw error(reason.message);
    throw reason;
  }
}

function argText(program: Program, arg: GenericArg): string {
  switch (arg.kind) {
    case 'type':
      return typeName(program, arg.type);
    case 'value':
      return String(arg.value);
    case 'function':
      return `user@${functionName(program, arg.function)}`;
    case 'libfunc':
      return `lib@${libfuncName(program, arg.libfunc)}`;
    case 'userType':
      return `ut@${arg.name ?? `[${arg.id}]`}`;
  }
}

function checkFunctions(program: Program, types: TypeTable): void {
  for (const { id, params, returns, entry } of program.functions) {
    const name = functionName(program, id);
    for (const type of [...params, ...returns]) {
      const shown = typeName(program, type);
      if (!types.has(type)) throw refuse(`Could not find requested type \`${shown}\`.`, undefined, shown);
      if (!types.info(type).storable)
        throw refuse(`Function \`${name}\`'s parameter type \`${shown}\` is not storable.`, undefined, name);
    }
    if (entry >= program.statements.length)
      throw refuse(`Function \`${name}\` points to non existing entry point statement.`, undefined, name);
  }
}

/** Checks that statements fit the signatures of their libfuncs. Collects what later stages need, to save another pass. */
function checkStatements(
  program: Program,
  signatures: readonly (Signature | undefined)[],
): Pick<Registry, 'isLoopHeader' | 'jumps' | 'usedLibfuncs'> {
  const { statements } = program;
  const isLoopHeader = new Uint8Array(statements.length);
  const jumps: number[] = [];
  const usedLibfuncs: number[] = [];
  const seen = new Uint8Array(signatures.length);
  /** For each target of a statement with several branches, that statement; -1 for all others. */
  const branchedFrom = new Int32Array(statements.length).fill(-1);
  for (let index = 0; index < statements.length; index++) {
    const { libfunc, args, branches } = statements[index]!;
    if (libfunc === RETURN) continue;
    const signature = signatures[libfunc];
    if (!signature) {
      const name = libfuncName(program, libfunc);
      throw refuse(`Could not find requested libfunc \`${name}\`.`, index, name);
    }
    if (seen[libfunc] === 0) {
      seen[libfunc] = 1;
      usedLibfuncs.push(libfunc);
    }
    const { branches: shapes, fallthrough } = signature;
    if (args.length !== signature.params.length)
      throw refuse(`#${index}: Libfunc invocation input count mismatch`, index);
    if (branches.length !== shapes.length) throw refuse(`#${index}: Libfunc invocation branch count mismatch`, index);
    for (let b = 0; b < branches.length; b++) {
      const branch = branches[b]!;
      const { outputs, align } = shapes[b]!;
      if (branch.results.length !== outputs.length)
        throw refuse(`#${index}: Libfunc invocation branch #${b} result count mismatch`, index);
      const { target } = branch;
      if ((fallthrough === b) !== (target === FALLTHROUGH))
        throw refuse(`#${index}: Libfunc invocation branch #${b} target mismatch`, index);
      const source = branchedFrom[index]!;
      if (!align && source >= 0)
        throw refuse(`#${source}: Branch jump to a non-branch align statement #${index}`, source);
      if (target !== FALLTHROUGH) jumps.push(index, target);
      const next = target === FALLTHROUGH ? index + 1 : target;
      if (next >= statements.length) throw refuse(`#${index}: Jump out of range`, index);
      if (branches.length === 1) {
        if (next < index) isLoopHeader[next] = 1;
        continue;
      }
      if (next < index) throw refuse(`#${index}: Branch jump backwards to ${next}`, index);
      if (branchedFrom[next]! >= 0)
        throw refuse(`#${branchedFrom[next]}, #${index}: Jump to the same statement #${next}`, index);
      branchedFrom[next] = index;
    }
  }
  return { isLoopHeader, jumps, usedLibfuncs };
}
