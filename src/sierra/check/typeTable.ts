import { P } from '../../felt/felt.ts';
import type { GenericArg, Program, TypeDeclaration, TypeInfo } from '../program.ts';
import { missingInfo, notDeclared, unsupported } from './specialization.ts';

/** A range of integers, half open. */
export interface IntegerRange {
  readonly lower: bigint;
  readonly upper: bigint;
}

/** The types of a program while they are checked and after: what each is, and which id has which arguments. */
export class TypeTable {
  readonly #declarations = new Map<number, TypeDeclaration>();
  readonly #infos = new Map<number, TypeInfo>();
  readonly #ids = new Map<string, number>();

  constructor(program: Program) {
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
  range(id: number): IntegerRange {
    return rangeOf(this.declaration(id));
  }

  /** The members of a struct or the variants of an enum. */
  parts(id: number, generic: 'Struct' | 'Enum'): readonly number[] {
    const declaration = this.declaration(id);
    if (declaration.generic !== generic) throw unsupported();
    return partsOf(declaration.args);
  }
}

/** The types after the user type that structs and enums begin with. */
export function partsOf(args: readonly GenericArg[]): readonly number[] {
  if (args[0]?.kind !== 'userType') throw unsupported();
  return args.slice(1).map((arg) => (arg.kind === 'type' ? arg.type : fail(unsupported())));
}

const bits = (width: bigint, signed: boolean): IntegerRange =>
  signed ? { lower: -(1n << (width - 1n)), upper: 1n << (width - 1n) } : { lower: 0n, upper: 1n << width };

const RANGES = new Map<string, IntegerRange>([
  // A felt may stand for a negative number, so its range has almost twice the size of the field.
  ['felt252', { lower: 1n - P, upper: P }],
  ['bytes31', bits(248n, false)],
  ...[8n, 16n, 32n, 64n, 128n].flatMap((width): [string, IntegerRange][] => [
    [`u${width}`, bits(width, false)],
    [`i${width}`, bits(width, true)],
  ]),
]);

export function rangeOf({ generic, args }: TypeDeclaration): IntegerRange {
  if (generic === 'BoundedInt' && args[0]?.kind === 'value' && args[1]?.kind === 'value')
    return { lower: args[0].value, upper: args[1].value + 1n };
  return (args.length === 0 ? RANGES.get(generic) : undefined) ?? fail(unsupported());
}

/** Range checks hold 128 bits. */
export const isSmall = ({ lower, upper }: IntegerRange): boolean => upper - lower <= 1n << 128n;

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
