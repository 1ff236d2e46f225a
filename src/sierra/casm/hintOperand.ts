import type { Cell } from './cell.ts';
import { relative } from './code.ts';

const REGISTER = { ap: 'AP', fp: 'FP' } as const;

/** A cell in the JSON of hints, as the target of a write. */
export function hintCell(cell: { readonly register: 'ap' | 'fp'; readonly offset: number }, ap: number): unknown {
  return { register: REGISTER[cell.register], offset: relative(cell, ap) };
}

/** A number in the format of hints and class files. */
export const hex = (value: bigint): string => (value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`);

/** An operand in the JSON of hints, as the source of a read. */
export function hintOperand(cell: Cell, ap: number): unknown {
  switch (cell.kind) {
    case 'place':
      return { Deref: hintCell(cell, ap) };
    case 'pointee':
      return { DoubleDeref: [hintCell(cell, ap), cell.inner] };
    case 'value':
      return { Immediate: hex(cell.value) };
    case 'deferred': {
      const op = cell.operator === '+' ? 'Add' : 'Mul';
      return { BinOp: { op, a: hintCell(cell, ap), b: hintOperand(cell.right, ap) } };
    }
  }
}
