import { SierraError } from '../sierraError.ts';
import { indexArg, typeArg, typeArgs, valueArg } from './genericArgs.ts';
import type { TypeTable } from './typeTable.ts';

/** The selector of variant `index` in an enum of `variants`: the index in small enums, a jump distance in larger ones. */
export function variantSelector(variants: number, index: number): number {
  return variants <= 2 ? index : 2 * (variants - index) - 1;
}

const MAX_CELLS = 0x7fff;

/** The values of a constant type, cell by cell; they may be negative. */
export function constantValues(types: TypeTable, constant: number): bigint[] {
  const values: bigint[] = [];
  const open = [constant];
  // A constant may refer to another any number of times, so the cells and the work are limited.
  for (let work = 0; open.length > 0; work++) {
    if (work > 4 * MAX_CELLS || values.length > MAX_CELLS)
      throw new SierraError('compile', 'Const data does not match the declared const type.');
    const { generic, args } = types.declaration(open.pop()!);
    if (generic !== 'Const') throw new SierraError('compile', 'Unsupported const type.');
    const inner = typeArg(args, 0);
    const declaration = types.declaration(inner);
    switch (declaration.generic) {
      case 'Struct':
        for (const member of typeArgs(args, 1).reverse()) open.push(member);
        break;
      case 'Enum': {
        const variants = types.parts(inner);
        const index = indexArg(args, 1);
        const variant = variants[index];
        if (variant === undefined)
          throw new SierraError('compile', 'Const data does not match the declared const type.');
        values.push(BigInt(variantSelector(variants.length, index)));
        for (let i = types.size(inner) - 1 - types.size(variant); i > 0; i--) values.push(0n);
        open.push(typeArg(args, 2));
        break;
      }
      case 'NonZero':
        if (args[1]?.kind === 'type') open.push(args[1].type);
        else values.push(valueArg(args, 1));
        break;
      case 'EcPoint':
        values.push(valueArg(args, 1), valueArg(args, 2));
        break;
      default:
        values.push(valueArg(args, 1));
    }
  }
  return values;
}
