import { deepStrictEqual } from 'node:assert/strict';
import { CallData, cairo } from 'starknet';
import { expect, test } from 'vitest';
import type { AbiEventMember, AbiFunction } from '../../src/abi/abiModel.ts';
import { callText, eventText } from '../../src/abi/abiText.ts';
import { type AbiType, isUnit } from '../../src/abi/abiType.ts';
import { decodeArguments } from '../../src/abi/decode.ts';
import { encodeArguments } from '../../src/abi/encode.ts';
import { decodeEvent, encodeEvent } from '../../src/abi/events.ts';
import { readAbi } from '../../src/abi/readAbi.ts';
import { hyperlaneAbis, ownAbi, ownAbiNames } from '../support/abis.ts';
import fc from '../support/properties.ts';

/** Values of a type, in the form that decoding gives. */
function valuesOf(type: AbiType): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'felt':
      return fc.bigInt({ min: 0n, max: type.bound - 1n }).map((value) => `0x${value.toString(16)}`);
    case 'integer':
      return fc.bigInt({ min: type.min, max: type.max });
    case 'limbs':
      return fc.bigInt({ min: 0n, max: 2n ** (type.bits * BigInt(type.count)) - 1n });
    case 'bool':
      return fc.boolean();
    case 'byteArray':
      return fc.string({ unit: 'grapheme', maxLength: 40 });
    case 'array':
      return fc.array(valuesOf(type.item), { maxLength: 3 });
    case 'fixedArray':
      return fc.array(valuesOf(type.item), { minLength: type.length, maxLength: type.length });
    case 'tuple':
      return fc.tuple(...type.items.map(valuesOf));
    case 'struct':
      return objectsOf(type.members.map(({ name, type }) => [name, valuesOf(type)]));
    case 'enum':
      return fc.oneof(
        ...type.variants.map(({ name, type }) =>
          isUnit(type) ? fc.constant(name) : valuesOf(type).map((value) => ({ [name]: value })),
        ),
      );
    case 'option':
      return fc.option(valuesOf(type.value));
    case 'result':
      return fc.oneof(
        valuesOf(type.ok).map((Ok) => ({ Ok })),
        valuesOf(type.error).map((Err) => ({ Err })),
      );
    case 'nonZero':
      return valuesOf(type.value).filter((value) => value !== 0n && value !== '0x0');
    case 'unknown':
      throw new Error(`unknown type ${type.name}`);
  }
}

const objectsOf = (members: readonly (readonly [string, fc.Arbitrary<unknown>])[]) =>
  fc
    .tuple(...members.map(([, values]) => values))
    .map((values) => Object.fromEntries(members.map(([name], i) => [name, values[i]])));

const memberValues = (members: readonly AbiEventMember[]) =>
  objectsOf(
    members.map((member) => {
      if (member.kind === 'nested') throw new Error('no real ABI has this');
      return [member.name, valuesOf(member.type)];
    }),
  );

/** Whether starknet.js takes values of a type in the form that we do, but for tuples. */
function isShared(type: AbiType): boolean {
  switch (type.kind) {
    case 'felt':
    case 'integer':
    case 'bool':
    case 'byteArray':
      return true;
    case 'limbs':
      return type.name !== 'u384';
    case 'array':
      return isShared(type.item);
    case 'tuple':
      return type.items.every(isShared);
    case 'struct':
      return type.members.every((member) => isShared(member.type));
    default:
      return false;
  }
}

/** A value in the form of starknet.js. */
function theirForm(type: AbiType, value: unknown): unknown {
  if (type.kind === 'array') return (value as unknown[]).map((item) => theirForm(type.item, item));
  if (type.kind === 'tuple')
    return cairo.tuple(...type.items.map((item, i) => theirForm(item, (value as unknown[])[i]) as object));
  if (type.kind !== 'struct') return value;
  const members = value as Record<string, unknown>;
  return Object.fromEntries(type.members.map(({ name, type }) => [name, theirForm(type, members[name])]));
}

test('arguments of real contracts round-trip, and are encoded as starknet.js encodes them', async () => {
  const own = ownAbiNames.map((name) => [name, ownAbi(name)] as const);
  let compared = 0;
  const seen = new Set<string>();
  for (const [file, abi] of [...own, ...(await hyperlaneAbis())]) {
    const { functionList, constructorFunction, l1Handlers } = readAbi(abi);
    const theirs = new CallData(abi as never);
    const check = (entry: AbiFunction, args: unknown[]) => {
      const felts = encodeArguments(entry, args);
      deepStrictEqual(Object.values(decodeArguments(entry, felts)), args);
      expect(callText(entry, felts, { maxLength: 10_000 }), file).toMatch(/^\w+\(.*\)$/s);
      if (entry.kind === 'l1_handler' || !entry.inputs.every(({ type }) => isShared(type))) return;
      const given = entry.inputs.map(({ type }, i) => theirForm(type, args[i]));
      expect(felts, `${file} ${entry.name}`).toEqual(theirs.compile(entry.name, given as never).map(BigInt));
      compared++;
    };
    for (const entry of [
      ...functionList,
      ...l1Handlers.values(),
      ...(constructorFunction ? [constructorFunction] : []),
    ]) {
      // Many contracts have the same components.
      const key = `${entry.interfaceName} ${entry.name} ${entry.inputs.map(({ name }) => name)}`;
      if (seen.has(key) || entry.inputs.some(({ name }) => name === '') || entry.name === '__default__') continue;
      seen.add(key);
      const samples = fc.sample(fc.tuple(...entry.inputs.map(({ type }) => valuesOf(type))), { numRuns: 3, seed: 7 });
      for (const args of samples) check(entry, args);
    }
  }
  expect(compared).toBeGreaterThan(300);
});

test('events of real contracts round-trip', async () => {
  let count = 0;
  for (const [file, abi] of await hyperlaneAbis()) {
    const model = readAbi(abi);
    for (const event of model.events)
      for (const args of fc.sample(memberValues(event.members), { numRuns: 2, seed: 7 })) {
        const felts = encodeEvent(event, args);
        deepStrictEqual(decodeEvent(model, felts), { name: event.name, args });
        expect(eventText(event, felts, { maxLength: 10_000 }), file).toMatch(/^[\w.]+\(.*\)$/s);
        count++;
      }
  }
  expect(count).toBeGreaterThan(300);
});
