import { expect, test } from 'vitest';
import { readClassText } from './readClassText.ts';

const ENTRY_POINTS = '{"CONSTRUCTOR":[],"EXTERNAL":[],"L1_HANDLER":[]}';

test('numbers in a Cairo 0 file are exact', () => {
  const program = '{"identifiers":{"a":{"value":-106710729501573572985208420194530329073740042555888586719489}},"n":7}';
  const read = readClassText(`{"program":${program},"entry_points_by_type":${ENTRY_POINTS},"abi":[]}`);
  expect(read).toMatchObject({
    kind: 'cairo0',
    program: { identifiers: { a: { value: -106710729501573572985208420194530329073740042555888586719489n } }, n: 7 },
  });
});

test('a Sierra file is read, and a broken file is refused', () => {
  const sierra = `{"sierra_program":["0x1"],"entry_points_by_type":${ENTRY_POINTS},"abi":"[]"}`;
  expect(readClassText(sierra)).toMatchObject({ kind: 'sierra', abi: '[]', contractClassVersion: '0.1.0' });
  expect(() => readClassText('{')).toThrow('The class is not JSON');
  expect(() => readClassText('7')).toThrow('The class must be an object');
});
