import type { Cell, Cells } from '../casm/cell.ts';

/** Whether a cell is addressed relative to ap. */
export function dependsOnAp(cell: Cell): boolean {
  if (cell.kind === 'value') return false;
  if (cell.register === 'ap') return true;
  return cell.kind === 'deferred' && cell.right.kind === 'place' && cell.right.register === 'ap';
}

/** Whether a cell is addressed relative to ap and is below `lowest`. */
export function reachesBelow(cell: Cell, lowest: number): boolean {
  if (cell.kind === 'value') return false;
  if (cell.register === 'ap' && cell.offset < lowest) return true;
  return cell.kind === 'deferred' && reachesBelow(cell.right, lowest);
}

/** Whether two lists of cells are the same relative to ap, which is `moved` cells higher for `b`. */
export function sameCells(a: Cells, b: Cells, moved: number): boolean {
  if (a === b && moved === 0) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameCell(a[i]!, b[i]!, moved)) return false;
  return true;
}

function sameCell(a: Cell, b: Cell, moved: number): boolean {
  if (a.kind === 'value') return b.kind === 'value' && a.value === b.value;
  if (b.kind === 'value' || a.register !== b.register) return false;
  if (a.offset !== b.offset - (b.register === 'ap' ? moved : 0)) return false;
  if (a.kind === 'pointee') return b.kind === 'pointee' && a.inner === b.inner;
  if (a.kind === 'place') return b.kind === 'place';
  return b.kind === 'deferred' && a.operator === b.operator && sameCell(a.right, b.right, moved);
}

/** Cells for error messages, with offsets relative to ap. */
export function showCells(cells: Cells, ap: number): string {
  return `[${cells.map((cell) => showCell(cell, ap)).join(', ')}]`;
}

function showCell(cell: Cell, ap: number): string {
  if (cell.kind === 'value') return String(cell.value);
  const place = `[${cell.register} + ${cell.register === 'ap' ? cell.offset - ap : cell.offset}]`;
  if (cell.kind === 'place') return place;
  if (cell.kind === 'pointee') return `[${place} + ${cell.inner}]`;
  return `${place} ${cell.operator} ${showCell(cell.right, ap)}`;
}
