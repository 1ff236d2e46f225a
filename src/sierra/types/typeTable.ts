import type { Program, TypeDeclaration } from '../program.ts';
import { typeName } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { indexArg, typeArg, typeArgs } from './genericArgs.ts';

// Cells by generic type. Those made of other types are worked out below; circuit descriptions and constants have none.
const CELLS: ReadonlyMap<string, number> = new Map([
  ...['Coupon'].map((name) => [name, 0] as const),
  ...(
    'felt252 u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 bytes31 BoundedInt BoundedIntGuarantee qm31 Box Nullable ' +
    'GasBuiltin GasReserve BuiltinCosts RangeCheck RangeCheck96 Bitwise EcOp Pedersen Poseidon SegmentArena AddMod ' +
    'MulMod System ContractAddress ClassHash StorageAddress StorageBaseAddress Secp256k1Point Secp256r1Point ' +
    'Sha256StateHandle Sha512StateHandle Felt252Dict Felt252DictEntry Blake2sState U96Guarantee CircuitData'
  )
    .split(' ')
    .map((name) => [name, 1] as const),
  ...'Array Span EcPoint SquashedFelt252Dict IntRange CircuitInputAccumulator'
    .split(' ')
    .map((name) => [name, 2] as const),
  ['EcState', 3],
  ['U128MulGuarantee', 4],
  ['CircuitDescriptor', 4],
  ['CircuitModulus', 4],
  ['CircuitOutputs', 5],
  ['CircuitPartialOutputs', 6],
  ['CircuitFailureGuarantee', 8],
]);

const MAX_SIZE = 0x7fff;

/** The types of a program: declarations and sizes. */
export class TypeTable {
  readonly program: Program;
  readonly #sizes: Int32Array;

  constructor(program: Program) {
    this.program = program;
    this.#sizes = new Int32Array(program.types.length).fill(-1);
    program.types.forEach((declaration, id) => {
      this.#sizes[id] = this.#measure(declaration, id);
    });
  }

  declaration(id: number): TypeDeclaration {
    const found = this.program.types[id];
    if (!found) throw this.#missing(id);
    return found;
  }

  /** The cells of a value of the type. */
  size(id: number): number {
    const size = this.#sizes[id];
    if (size === undefined || size < 0) throw this.#missing(id);
    return size;
  }

  /** The cells of a value of the type; undefined when it has none to speak of. */
  sizeIfAny(id: number): number | undefined {
    const size = this.#sizes[id];
    return size === undefined || size < 0 ? undefined : size;
  }

  /** The type below snapshots and non-zero marks. */
  unwrapped(id: number, ...wrappers: readonly string[]): number {
    const declaration = this.declaration(id);
    return wrappers.includes(declaration.generic) ? typeArg(declaration.args, 0) : id;
  }

  /** Member types of a struct or variant types of an enum. */
  parts(id: number): readonly number[] {
    return typeArgs(this.declaration(id).args, 1);
  }

  #missing(id: number): SierraError {
    const name = typeName(this.program, id);
    return new SierraError('registry', `Could not find requested type \`${name}\`.`, { subject: name });
  }

  #measure({ generic, args, info }: TypeDeclaration, id: number): number {
    const known = CELLS.get(generic);
    if (known !== undefined) return known;
    let size = -1;
    switch (generic) {
      case 'NonZero':
      case 'Snapshot':
      case 'Uninitialized':
        size = this.#part(typeArg(args, 0), id);
        break;
      case 'Struct':
        // Descriptions of circuits are structs of types without values.
        if (info?.storable === false || typeArgs(args, 1).some((part) => part < id && this.#sizes[part]! < 0))
          return -1;
        size = typeArgs(args, 1).reduce((sum, part) => sum + this.#part(part, id), 0);
        break;
      case 'Enum':
        size = 1 + typeArgs(args, 1).reduce((most, part) => Math.max(most, this.#part(part, id)), 0);
        break;
      case 'U96LimbsLtGuarantee':
        size = 2 * indexArg(args, 0);
        break;
    }
    if (size > MAX_SIZE) {
      const name = typeName(this.program, id);
      throw new SierraError('registry', `Type size computation failed for \`${name}\`: size overflow.`, {
        subject: name,
      });
    }
    return size;
  }

  #part(part: number, of: number): number {
    const size = part < of ? this.#sizes[part] : undefined;
    if (size !== undefined && size >= 0) return size;
    const name = typeName(this.program, of);
    throw new SierraError(
      'registry',
      `Type size computation failed for \`${name}\`: missing size information for \`${typeName(this.program, part)}\``,
      { subject: name },
    );
  }
}
