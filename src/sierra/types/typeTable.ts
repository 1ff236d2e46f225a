import { type GenericArg, type Program, type TypeDeclaration, type TypeInfo, typeName } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { typeArg } from './genericArgs.ts';
import { type Range, rangeOf } from './ranges.ts';
import { missingInfo, notDeclared, unsupported } from './specialization.ts';
import { measureTypes } from './typeSizes.ts';

/**
 * The types of a program while they are checked and after: what each is, which id has which arguments and, once they
 * are measured, how many cells their values have.
 */
export class TypeTable {
  readonly #declarations = new Map<number, TypeDeclaration>();
  readonly #infos = new Map<number, TypeInfo>();
  readonly #ids = new Map<string, number>();
  readonly #program: Program;
  #sizes: Int32Array = new Int32Array();

  constructor(program: Program) {
    this.#program = program;
    // Recursive types need what later declarations say of themselves.
    for (const declaration of program.types)
      if (declaration.info) {
        this.#declarations.set(declaration.id, declaration);
        this.#infos.set(declaration.id, declaration.info);
      }
  }

  /** Adds a checked type; false when a type with the same arguments is there. */
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

  /** What a snapshot of a value of this type is: the type itself where values can be copied. */
  snapshot(id: number): number {
    return this.info(id).duplicatable ? id : this.wrap('Snapshot', id);
  }

  /** The integers that values of this type stand for. */
  range(id: number): Range {
    return rangeOf(this.declaration(id));
  }

  /** The members of a struct or the variants of an enum; `generic` refuses the other kind. */
  parts(id: number, generic?: 'Struct' | 'Enum'): readonly number[] {
    const declaration = this.declaration(id);
    if (generic !== undefined && generic !== declaration.generic) throw unsupported();
    return partsOf(declaration.args);
  }

  /** The type inside `wrapper<type>`, or the type itself when it is not wrapped. */
  unwrapped(id: number, wrapper: string): number {
    const { generic, args } = this.declaration(id);
    return generic === wrapper ? typeArg(args, 0) : id;
  }

  /** Works out the cells of all types, for `size`; the types must have been checked. */
  measure(): void {
    this.#sizes = measureTypes(this.#program);
  }

  /** The cells of a value of the type. */
  size(id: number): number {
    const size = this.#sizes[id];
    if (size !== undefined && size >= 0) return size;
    const name = typeName(this.#program, id);
    throw new SierraError('registry', `Could not find requested type \`${name}\`.`, { subject: name });
  }
}

/** The types after the user type that structs and enums begin with. */
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
