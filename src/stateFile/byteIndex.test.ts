import { expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { type CellUpdate, cellKey } from '../chain/value/history.ts';
import type { Felt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { StoredCells, StoredPlaces } from './byteIndex.ts';
import { ByteWriter } from './byteWriter.ts';

/** Felts as bytes, and where each of them begins. */
function written(felts: readonly bigint[]): { readonly bytes: Uint8Array; readonly positions: readonly number[] } {
  const out = new ByteWriter();
  let next = 0;
  const positions = felts.map((felt) => {
    out.natural(felt);
    const at = next;
    next += 1 + (felt === 0n ? 0 : Math.ceil(felt.toString(16).length / 2));
    return at;
  });
  return { bytes: new Uint8Array(Buffer.concat(out.chunks)), positions };
}

const few = fc.constantFrom(0n, 1n, 255n, 256n, 2n ** 250n, 2n ** 64n + 1n);
const keyOfNumber = (value: bigint) => keyOf(value as Felt);

test('the blocks that changed a cell are found like in a map, newest first, and without blocks that were aborted', () => {
  const changes = fc.array(fc.tuple(few, few, fc.nat({ max: 1 })), { maxLength: 60 });
  fc.assert(
    fc.property(changes, fc.nat({ max: 60 }), (list, end) => {
      const { bytes, positions } = written(list.flatMap(([address, key]) => [address, key] as const));
      const cells = new StoredCells(bytes);
      const expected = new Map<string, number[]>();
      let block = 0;
      list.forEach(([address, key, step], i) => {
        block += step;
        cells.add(positions[2 * i]!, positions[2 * i + 1]!, block);
        const cell = cellKey(keyOfNumber(address), keyOfNumber(key));
        const blocks = expected.get(cell) ?? [];
        if (blocks[0] !== block) expected.set(cell, [block, ...blocks]);
      });
      for (const [address, key] of [...list, [7n, 7n] as const]) {
        const cell = cellKey(keyOfNumber(address), keyOfNumber(key));
        const found: number[] = [];
        for (let at: CellUpdate | undefined = cells.get(cell, end); at; at = at.earlier) found.push(at.blockNumber);
        expect(found).toEqual((expected.get(cell) ?? []).filter((number) => number < end));
      }
    }),
  );
});

test('transactions of many blocks are found by hash', () => {
  const hashes = Array.from({ length: 3000 }, (_, i) => BigInt(i + 1) * 3n ** 150n);
  const { bytes, positions } = written(hashes);
  const places = new StoredPlaces(bytes);
  for (const [i, at] of positions.entries()) places.add(at, Math.floor(i / 3), i % 3);
  for (const [i, hash] of hashes.entries())
    expect(places.get(keyOfNumber(hash), 3000)).toEqual({ blockNumber: Math.floor(i / 3), index: i % 3 });
  expect(places.get(keyOfNumber(5n), 3000)).toBeUndefined();
  expect(places.get(keyOfNumber(hashes[300]!), 100)).toBeUndefined();
  expect(places.size(100)).toBe(300);
});
