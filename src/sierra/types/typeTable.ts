import { type GenericArg, type Program, type TypeDeclaration, type TypeInfo, typeName } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { typeArg } from './genericArgs.ts';
import { type Range, rangeOf } from './ranges.ts';
import { missingInfo, notDeclared, unsupported } from './specialization.ts';
import { measureTypes } from './typeSizes.ts';

/**
 * The types of a program, during and after their check: the declaration of each id, the id of each declaration and, after
 * `measure`, the number of cells of their values.
 */
export class TypeTable {
  readonly #declarations = new Map<number, TypeDeclaration>();
  readonly #infos = new Map<number, TypeInfo>();
  readonly #ids = new Map<string, number>();
  readonly #program: Program;
  #sizes: Int32Array = new Int32Array();

  constructor(program: Program) {
    this.#program = program;
    // Recursive types need the declared info of later types.
    for (const declaration of program.types)
      if (declaration.info) {
        this.#declarations.set(declaration.id, declaration);
        this.#infos.set(declaration.id, declaration.info);
      }
  }

  /** Adds a checked type. Returns false if there is already a type with the same arguments. */
  add(declaration: TypeDeclaration, info: TypeInfo): boolean {
    this.#declarations.set(declaration.id, declaration);
    this.#infos.set(declaration.id, info);
    const key = longId(declaration.generic, declaration.args);
    if (this.#ids.has(key)) return false;
    this.#ids.set(key, declaration.id);
    return true;
  }

  has(id: number): boolean {
    return this.#infos.has(id);
  }

  info(id: number): TypeInfo {
    return this.#infos.get(id) ?? fail(missingInfo());
  }

  declaration(id: number): TypeDeclaration {
    return this.#declarations.get(id) ?? fail(missingInfo());
  }

  /** The declared type with exactly these arguments. */
  find(generic: string, args: readonly GenericArg[]): number {
    return this.#ids.get(longId(generic, args)) ?? fail(notDeclared());
  }

  /** The declared type `generic<inner>`. */
  wrap(generic: string, inner: number): number {
    return this.find(generic, [{ kind: 'type', type: inner }]);
  }

  /** The type of a snapshot of a value of this type: the type itself if its values can be copied. */
  snapshot(id: number): number {
    return this.info(id).duplicatable ? id : this.wrap('Snapshot', id);
  }

  /** The range of integers that values of this type represent. */
  range(id: number): Range {
    return rangeOf(this.declaration(id));
  }

  /** The members of a struct or the variants of an enum. If `generic` is given, the type must be of that kind. */
  parts(id: number, generic?: 'Struct' | 'Enum'): readonly number[] {
    const declaration = this.declaration(id);
    if (generic !== undefined && generic !== declaration.generic) throw unsupported();
    return partsOf(declaration.args);
  }

  /** The type inside `wrapper<type>`, or the type itself if it is not wrapped. */
  unwrapped(id: number, wrapper: string): number {
    const { generic, args } = this.declaration(id);
    return generic === wrapper ? typeArg(args, 0) : id;
  }

  /** Computes the sizes of all types, for `size`. The types must have been checked. */
  measure(): void {
    this.#sizes = measureTypes(this.#program);
  }

  /** The number of cells of a value of the type. */
  size(id: number): number {
    const size = this.#sizes[id];
    if (size !== undefined && size >= 0) return size;
    const name = typeName(this.#program, id);
    throw new SierraError('registry', `Could not find requested type \`${name}\`.`, { subject: name });
  }
}

/** The type arguments after the user type, with which structs and enums begin. */
export function partsOf(args: readonly GenericArg[]): readonly number[] {
  if (args[0]?.kind !== 'userType') throw unsupported();
  return args.slice(1).map((arg) => (arg.kind === 'type' ? arg.type : fail(unsupported())));
}

function longId(generic: string, args: readonly GenericArg[]): string {
  let key = generic;
  for (const arg of args)
    switch (arg.kind) {
      case 'type':
        key += `|${arg.type}`;
        break;
      case 'value':
        key += `|v${arg.value}`;
        break;
      case 'userType':
        key += `|u${arg.id}`;
        break;
      case 'function':
        key += `|f${arg.function}`;
        break;
      case 'libfunc':
        key += `|l${arg.libfunc}`;
    }
  return key;
}

function fail(error: Error): never {
  throw error;
}
