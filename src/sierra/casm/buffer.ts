import { addConst, type Cell, type Deferred, deferred, type Place, place, UnfitArgument, value } from './cell.ts';

/** The kinds of buffer whose use has a price. */
export type BufferKind = 'plain' | 'rangeCheck' | 'rangeCheck96';

/** A pointer that advances as cells are written through it: `base + moved`. */
export class Buffer {
  readonly kind: BufferKind;
  readonly base: Place;
  readonly start: number;
  moved: number;

  constructor(kind: BufferKind, base: Place, start: number) {
    this.kind = kind;
    this.base = base;
    this.start = start;
    this.moved = start;
  }

  get used(): number {
    return this.moved - this.start;
  }

  /** The pointer itself. Once it has moved it is always a sum, even if the addend is 0. */
  get cell(): Place | Deferred {
    return this.moved === this.start ? addConst(this.base, this.moved) : deferred('+', this.base, value(this.moved));
  }
}

/** The buffer that a pointer points into. Throws UnfitArgument if the pointer is not a cell plus a small number. */
export function bufferOf(cell: Cell, kind: BufferKind): Buffer {
  if (cell.kind === 'place') return new Buffer(kind, cell, 0);
  if (cell.kind === 'deferred' && cell.operator === '+' && cell.right.kind === 'value') {
    const moved = Number(cell.right.value);
    if (moved >= -0x8000 && moved < 0x8000) return new Buffer(kind, place(cell.register, cell.offset), moved);
  }
  throw new UnfitArgument();
}
