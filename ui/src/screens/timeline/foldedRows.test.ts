import { expect, test } from 'vitest';
import { foldedRows } from './foldedRows.ts';
import type { Drawing, Row } from './rows.ts';

const rowsFrom = (count: number, snapshots: readonly number[] = []): Row[] =>
  Array.from(
    { length: count },
    (_, i) => ({ id: `${i}`, number: count - i, ...(snapshots.includes(i) ? { snapshot: {} } : { block: {} }) }) as Row,
  );
const plain: Drawing = { lanes: [], forks: [], width: 1 };
const shape = (rows: readonly Row[], marked: readonly number[] = [], forks: readonly number[] = []) =>
  foldedRows(
    rows,
    rows.map((_, i) => (forks.includes(i) ? { ...plain, forks: [{ from: 0, to: 1 }] } : plain)),
    (row) => marked.includes(Number(row.id)),
  ).map((item) => (item.kind === 'run' ? `${item.indexes[0]}-${item.indexes.at(-1)}` : String(item.index)));

test('a long run of blocks is one item; the newest and the oldest stay', () => {
  expect(shape(rowsFrom(25))).toEqual(['0', '1', '2', '3', '4', '5-23', '24']);
});

test('a short list stays as it is', () => {
  expect(shape(rowsFrom(11))).toEqual(Array.from({ length: 11 }, (_, i) => `${i}`));
});

test('snapshots, branches and marked blocks end a run', () => {
  expect(shape(rowsFrom(40, [15]), [22], [30])).toEqual([
    ...['0', '1', '2', '3', '4', '5-14', '15', '16-21', '22', '23-29', '30', '31-38', '39'],
  ]);
});
