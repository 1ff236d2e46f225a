import { deepStrictEqual } from 'node:assert/strict';
import { expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { randomType } from '../../test/support/randomAbi.ts';
import { type Felt, P } from '../felt/felt.ts';
import { AbiError } from './abiError.ts';
import { valueOfTypeText } from './abiText.ts';
import { typeText } from './abiType.ts';
import { decodeArguments, decodeResult, decodeValue } from './decode.ts';
import { encodeArguments, encodeValue } from './encode.ts';
import { decodeEvent, encodeEvent } from './events.ts';
import { readAbi } from './readAbi.ts';

const RUNS = { numRuns: 500 };

/** An ABI with one function that takes and returns a type, and an event with it. */
const abiOf = ({ text, items }: { text: string; items: readonly object[] }) => [
  ...items,
  {
    type: 'function',
    name: 'f',
    inputs: [{ name: 'x', type: text }],
    outputs: [{ type: text }],
    state_mutability: 'view',
  },
  {
    type: 'event',
    name: 'test::E',
    kind: 'struct',
    members: [
      { name: 'k', type: text, kind: 'key' },
      { name: 'd', type: text, kind: 'data' },
    ],
  },
  { type: 'event', name: 'test::Event', kind: 'enum', variants: [{ name: 'E', type: 'test::E', kind: 'nested' }] },
];

const typeAndValue = randomType.chain((type) => type.value.map((value) => ({ abi: abiOf(type), value })));

test('every value of every type decodes to itself after it was encoded', () => {
  fc.assert(
    fc.property(typeAndValue, ({ abi, value }) => {
      const model = readAbi(abi);
      expect(model.problems).toEqual([]);
      const f = model.functions.get('f')!;
      const felts = encodeArguments(f, [value]);
      expect(encodeArguments(f, { x: value })).toEqual(felts);
      deepStrictEqual(decodeArguments(f, felts), { x: value });
      if (f.outputs.length > 0) deepStrictEqual(decodeResult(f, felts), value);
      const [event] = model.events;
      const args = { k: value, d: value };
      deepStrictEqual(decodeEvent(model, encodeEvent(event!, args)), { name: 'E', args });
    }),
    RUNS,
  );
});

test('encoded values with felts missing or left over are refused with a sentence', () => {
  fc.assert(
    fc.property(typeAndValue, ({ abi, value }) => {
      const model = readAbi(abi);
      const { type } = model.functions.get('f')!.inputs[0]!;
      const felts = encodeValue(type, value);
      expect(() => decodeValue(type, [...felts, 0n as Felt])).toThrow(/too many after the value/);
      if (felts.length > 0) expect(() => decodeValue(type, felts.slice(0, -1))).toThrow(AbiError);
    }),
    RUNS,
  );
});

test('every list of felts decodes to a value that encodes to it, or is refused with a sentence', () => {
  const felt = fc.oneof(fc.bigInt({ min: 0n, max: 4n }), fc.bigInt({ min: 0n, max: P - 1n }), fc.constant(2n ** 64n));
  fc.assert(
    fc.property(randomType, fc.array(felt, { maxLength: 24 }), (random, list) => {
      const { type } = readAbi(abiOf(random)).functions.get('f')!.inputs[0]!;
      expect(typeText(type)).not.toBe('');
      expect(valueOfTypeText(type, list as Felt[]).length).toBeLessThanOrEqual(201);
      let value: unknown;
      try {
        value = decodeValue(type, list as Felt[]);
      } catch (error) {
        expect(error).toBeInstanceOf(AbiError);
        expect((error as Error).message).toMatch(/^value.*: ./s);
        return;
      }
      expect(encodeValue(type, value)).toEqual(list);
    }),
    { numRuns: 1000 },
  );
});
