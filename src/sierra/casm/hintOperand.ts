import type { Cell } from './cell.ts';
import { relative } from './code.ts';

const REGISTER = { ap: 'AP', fp: 'FP' } as const;

/** A cell as hints name where they write. */
export function hintCell(cell: { readonly register: 'ap' | 'fp'; readonly offset: number }, ap: number): unknown {
  return { register: REGISTER[cell.register], offset: relative(cell, ap) };
}

/** A number as hints and class files write it. */
export const hex = (value: bigint): string => (value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`);

/** An operand as hints name what they read. */
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
