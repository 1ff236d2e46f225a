import { type Program, type TypeDeclaration, typeName } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { indexArg, typeArg, typeArgs } from './genericArgs.ts';

// Cells by generic type. The sizes of composed types are computed below; circuit descriptions and constants have none.
const CELLS: ReadonlyMap<string, number> = new Map([
  ['Coupon', 0],
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

/** The cells of a value of each type, by id; -1 for types that have no values. */
export function measureTypes(program: Program): Int32Array {
  const sizes = new Int32Array(program.types.length).fill(-1);
  program.types.forEach((declaration, id) => {
    sizes[id] = measure(program, sizes, declaration, id);
  });
  return sizes;
}

function measure(program: Program, sizes: Int32Array, { generic, args, info }: TypeDeclaration, id: number): number {
  const known = CELLS.get(generic);
  if (known !== undefined) return known;
  const part = (member: number): number => partSize(program, sizes, member, id);
  let size = -1;
  switch (generic) {
    case 'NonZero':
    case 'Snapshot':
    case 'Uninitialized':
      size = part(typeArg(args, 0));
      break;
    case 'Struct':
      // Circuit descriptions are structs of types without values.
      if (info?.storable === false || typeArgs(args, 1).some((member) => member < id && sizes[member]! < 0)) return -1;
      size = typeArgs(args, 1).reduce((sum, member) => sum + part(member), 0);
      break;
    case 'Enum':
      size = 1 + typeArgs(args, 1).reduce((most, variant) => Math.max(most, part(variant)), 0);
      break;
    case 'U96LimbsLtGuarantee':
      size = 2 * indexArg(args, 0);
      break;
  }
  if (size > MAX_SIZE) {
    const name = typeName(program, id);
    throw new SierraError('registry', `Type size computation failed for \`${name}\`: size overflow.`, {
      subject: name,
    });
  }
  return size;
}

function partSize(program: Program, sizes: Int32Array, part: number, type: number): number {
  const size = part < type ? sizes[part] : undefined;
  if (size !== undefined && size >= 0) return size;
  const name = typeName(program, type);
  throw new SierraError(
    'registry',
    `Type size computation failed for \`${name}\`: missing size information for \`${typeName(program, part)}\``,
    { subject: name },
  );
}
