import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { hyperlaneAbis, ownAbi, ownAbiNames } from '../../test/support/abis.ts';
import fc from '../../test/support/properties.ts';
import { skipUnless } from '../../test/support/skipUnless.ts';
import { selectorOf } from '../execution/hash/address.ts';
import { AbiError } from './abiError.ts';
import type { AbiModel } from './abiModel.ts';
import { type AbiType, typeText } from './abiType.ts';
import { decodeValue } from './decode.ts';
import { encodeValue } from './encode.ts';
import { functionBySelector } from './functionBySelector.ts';
import { readAbi } from './readAbi.ts';
import { selectorOfName } from './selector.ts';

/** Every type that an ABI uses and does not define. */
function unknownTypes({ functionList, types, events, constructorFunction, l1Handlers }: AbiModel): string[] {
  const found = new Set<string>();
  const seen = new Set<AbiType>();
  const look = (type: AbiType): void => {
    if (seen.has(type)) return;
    seen.add(type);
    if (type.kind === 'unknown') found.add(type.name);
    for (const part of [...partsOf(type)]) look(part);
  };
  for (const type of types.values()) look(type);
  for (const entry of [...functionList, ...l1Handlers.values(), ...(constructorFunction ? [constructorFunction] : [])])
    for (const { type } of [...entry.inputs, ...entry.outputs]) look(type);
  for (const { members } of events) for (const member of members) if (member.kind !== 'nested') look(member.type);
  return [...found];
}

function partsOf(type: AbiType): AbiType[] {
  return Object.values(type).flatMap((value: unknown) => {
    if (Array.isArray(value)) return value.map((part) => ('kind' in part ? part : part.type));
    return typeof value === 'object' && value !== null ? [value as AbiType] : [];
  });
}

describe('real ABIs', () => {
  test('of our own classes are read without a problem', () => {
    for (const name of ownAbiNames) {
      const model = readAbi(ownAbi(name));
      expect(model.problems, name).toEqual([]);
      expect(unknownTypes(model), name).toEqual([]);
    }
    const token = readAbi(ownAbi('erc20.sierra.json'));
    expect(token.contractName).toBe('ERC20');
    expect(token.events.map(({ name }) => name)).toEqual(['Transfer', 'Approval']);
    expect(token.constructorFunction!.inputs.map(({ name, type }) => `${name}: ${typeText(type)}`)).toEqual([
      'name: ByteArray',
      'symbol: ByteArray',
      'decimals: u8',
      'initial_supply: u256',
      'recipient: ContractAddress',
      'permitted_minter: ContractAddress',
    ]);
    expect(token.functions.get('balance_of')).toMatchObject({ mutability: 'view' });
    expect(token.functions.get('starbox_contracts::erc20::IERC20::transfer')).toBe(token.functions.get('transfer'));
  });

  test('of a package with many components are read without a problem', async () => {
    const abis = await hyperlaneAbis();
    expect(abis.size).toBeGreaterThan(40);
    for (const [name, abi] of abis) {
      const model = readAbi(abi);
      expect(model.problems, name).toEqual([]);
      expect(unknownTypes(model), name).toEqual([]);
      // JSON text reads like the list in it.
      expect(readAbi(JSON.stringify(abi)).functionList.length).toBe(model.functionList.length);
    }
  });

  const corpus = new URL('../../../shared/corpus/sierra-casm/contracts/', import.meta.url);
  const hasCorpus = skipUnless(existsSync(corpus), 'there is no corpus of classes beside the repository');
  test.runIf(hasCorpus)('of classes by other compilers are read without a problem', () => {
    const names = readdirSync(corpus).filter((file) => /sierra\.json(\.gz)?$/.test(file));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const bytes = readFileSync(new URL(name, corpus));
      const { abi } = JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
      if (abi === undefined || abi === '' || abi === null) continue;
      const model = readAbi(abi);
      expect(model.problems, name).toEqual([]);
      expect(unknownTypes(model), name).toEqual([]);
    }
  });

  test('of Cairo 0 have their lists as one parameter', () => {
    const { functions, constructorFunction } = readAbi(ownAbi('account_cairo0.json'));
    const texts = functions.get('__execute__')!.inputs.map(({ name, type }) => `${name}: ${typeText(type)}`);
    expect(texts).toEqual(['call_array: Array<AccountCallArray>', 'calldata: Array<felt252>']);
    expect(functions.get('getPublicKey')!.mutability).toBe('view');
    expect(functions.get('setPublicKey')!.mutability).toBe('external');
    expect(constructorFunction!.inputs).toHaveLength(1);
  });
});

test('functions are found by selector', () => {
  const model = readAbi(ownAbi('erc20.sierra.json'));
  for (const name of ['transfer', '__default__', '__l1_default__', 'é'])
    expect(selectorOfName(name)).toBe(selectorOf(name));
  expect(functionBySelector(model, selectorOf('transfer'))?.name).toBe('transfer');
  expect(functionBySelector(model, selectorOf('constructor'))?.kind).toBe('constructor');
  expect(functionBySelector(model, selectorOf('nothing'))).toBeUndefined();
});

const f = (inputs: object[], name = 'f') => ({ type: 'function', name, inputs, outputs: [], state_mutability: 'view' });
const taking = (type: string, ...items: object[]) => {
  const model = readAbi([...items, f([{ name: 'x', type }])]);
  return model.functions.get('f')!.inputs[0]!.type;
};

test('types are read as Cairo writes them', () => {
  const texts = {
    'core::array::Array::<core::integer::u8>': 'Array<u8>',
    '@core::array::Array::<core::felt252>': 'Array<felt252>',
    '(core::integer::u8, (core::bool, [core::felt252; 4]),)': '(u8, (bool, [felt252; 4]))',
    '[[core::integer::u8; 2]; 3]': '[[u8; 2]; 3]',
    'core::result::Result::<(core::integer::u8, core::bool), core::option::Option::<core::felt252>>':
      'Result<(u8, bool), Option<felt252>>',
    'core::internal::bounded_int::BoundedInt::<0, 79228162514264337593543950335>': 'u96',
    'core::internal::bounded_int::BoundedInt::<-1, 1>': 'BoundedInt<-1, 1>',
    'core::zeroable::NonZero::<core::integer::u256>': 'NonZero<u256>',
    'core::box::Box::<core::felt252>': 'felt252',
    '(x : felt, y : felt)': '(felt252, felt252)',
    'a::Pair::<b::Left, c::Right>': 'Pair<Left, Right>',
  };
  for (const [text, expected] of Object.entries(texts)) expect(typeText(taking(text)), text).toBe(expected);
});

describe('a hostile ABI', () => {
  test('of any JSON is read or refused with a sentence', () => {
    const token = JSON.stringify(ownAbi('erc20.sierra.json'));
    const changed = fc
      .tuple(
        fc.nat(token.length),
        fc.nat(40),
        fc.constantFrom('', '"', '[]', '{}', 'null', ']', '::<', '@(', '__proto__'),
      )
      .map(([at, length, text]) => token.slice(0, at) + text + token.slice(at + length));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()), changed), (source) => {
        try {
          const model = readAbi(source);
          for (const { inputs } of model.functionList)
            for (const { type } of inputs) expect(typeText(type)).toBeTypeOf('string');
        } catch (error) {
          expect(error).toBeInstanceOf(AbiError);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('with endless names has short errors', () => {
    const variants = Array.from({ length: 5000 }, (_, i) => ({ name: `${i}`.repeat(1000), type: '()' }));
    const type = taking('E', { type: 'enum', name: 'E', variants });
    expect(() => encodeValue(type, 5)).toThrow(/^.{1,2500}$/s);
  });

  test('that is no list or too large is refused with a sentence', () => {
    expect(() => readAbi('{')).toThrow(/^The ABI is not JSON: /);
    for (const source of ['{}', 'null', {}, null, undefined, 5]) expect(() => readAbi(source)).toThrow(/list of items/);
    expect(() => readAbi(Array(200_000).fill(f([])))).toThrow('The ABI has more than 100000 entries.');
    expect(() => readAbi(' '.repeat(17 * 2 ** 20))).toThrow(AbiError);
  });

  test('with items that are not understood is read without them', () => {
    const items = [
      null,
      5,
      'x',
      [],
      {},
      { type: 'function' },
      { type: 'vtable', name: 'x' },
      { type: 'function', name: 'f' },
    ];
    const model = readAbi([...items, { type: 'function', name: 'g', inputs: [null, { name: 'x' }], outputs: 'no' }]);
    expect([...model.functions.keys()]).toEqual(['f', 'g']);
    expect(model.problems.length).toBeGreaterThan(6);
    expect(() => encodeValue(model.functions.get('g')!.inputs[0]!.type, 1)).toThrow('does not define the type');
  });

  test('with names of inherited properties reaches nothing inherited', () => {
    const members = [{ name: '__proto__', type: 'core::felt252' }];
    const type = taking('__proto__', { type: 'struct', name: '__proto__', members });
    const value = decodeValue(type, encodeValue(type, JSON.parse('{"__proto__": "0x5"}'))) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(readAbi(JSON.parse('[{"__proto__": {"type": "function", "name": "f"}}]')).functionList).toEqual([]);
    expect(taking('constructor').kind).toBe('unknown');
  });

  test('with types that contain themselves ends', () => {
    const struct = { type: 'struct', name: 'A', members: [{ name: 'a', type: 'A' }] };
    expect(() => decodeValue(taking('A', struct), [])).toThrow('values nest deeper than 64 levels');
    const list = { type: 'struct', name: 'A', members: [{ name: 'a', type: 'core::array::Array::<A>' }] };
    const type = taking('A', list);
    const value = { a: [{ a: [] }, { a: [{ a: [] }] }] };
    expect(decodeValue(type, encodeValue(type, value))).toEqual(value);
    const loop: { a: unknown[] } = { a: [] };
    loop.a.push(loop, loop);
    expect(() => encodeValue(type, loop)).toThrow('nest deeper');
  });

  test('with values of no felts ends', () => {
    const doubling = Array.from({ length: 60 }, (_, i) => ({
      type: 'struct',
      name: `A${i}`,
      members: i === 59 ? [] : ['x', 'y'].map((name) => ({ name, type: `A${i + 1}` })),
    }));
    expect(() => decodeValue(taking('A0', ...doubling), [])).toThrow('too many values');
    expect(() => decodeValue(taking('[(); 999999999]'), [])).toThrow('too large');
    expect(() => decodeValue(taking('core::array::Array::<()>'), [(10n ** 12n) as never])).toThrow('too large');
  });

  test('with deep, long or broken types takes them for unknown ones', () => {
    const deep = `${'('.repeat(40)}core::felt252${')'.repeat(40)}`;
    expect(() => encodeValue(taking(deep), 1)).toThrow(AbiError);
    for (const text of [
      `(${'core::felt252, '.repeat(5000)})`,
      '(()',
      '(,)',
      '[core::felt252]',
      '',
      'felt*',
      'core::array::Array::<>',
    ])
      expect(taking(text).kind, text.slice(0, 20)).toBe('unknown');
    const huge = taking(`(${'felt, '.repeat(1000)})`);
    expect(encodeValue(huge, Array(1000).fill(1))).toHaveLength(1000);
  });

  test('with types of millions of characters is read', () => {
    for (const text of ['@'.repeat(9_000_000), 'a'.repeat(2_000_000), 'a::'.repeat(1_000_000)])
      expect(typeText(taking(text))).not.toBe('');
  });

  test('with as many members as an ABI may have is read, also where little of the stack is left', () => {
    const parts = Array.from({ length: 99_000 }, (_, i) => ({ name: `m${i}`, type: 'core::felt252', kind: 'data' }));
    const event = { type: 'event', kind: 'struct', name: 'S', members: parts };
    const all = { type: 'event', kind: 'enum', name: 'E', variants: [{ name: 'V', type: 'S', kind: 'nested' }] };
    const deep = <T>(calls: number, read: () => T): T => (calls === 0 ? read() : deep(calls - 1, read));
    const [struct] = deep(3000, () => readAbi([{ type: 'struct', name: 'S', members: parts }]).types.values());
    expect(struct).toMatchObject({ kind: 'struct', members: { length: 99_000 } });
    expect(deep(3000, () => readAbi([event, all])).events[0]?.members).toHaveLength(99_000);
    const variants = parts.map(({ name }) => ({ name, type: '()', kind: 'nested' }));
    expect(() => deep(3000, () => readAbi([{ type: 'event', kind: 'enum', name: 'E', variants }]))).not.toThrow();
  });

  test('with events that contain themselves or double ends', () => {
    const cycle = { type: 'event', kind: 'enum', name: 'E', variants: [{ name: 'E', type: 'E', kind: 'nested' }] };
    expect(readAbi([cycle]).events).toEqual([]);
    const doubling = Array.from({ length: 30 }, (_, i) => ({
      type: 'event',
      kind: 'enum',
      name: `E${i}`,
      variants: ['a', 'b'].map((name) => ({ name, type: `E${i + 1}`, kind: 'nested' })),
    }));
    const { events, problems } = readAbi(doubling);
    expect(events).toEqual([]);
    expect(problems).not.toEqual([]);
  });

  test('with one name for two functions says so, and finds them by their interfaces', () => {
    const one = (name: string, type: string) => ({ type: 'interface', name, items: [f([{ name: 'x', type }])] });
    const model = readAbi([one('a::IA', 'core::felt252'), one('b::IB', 'core::bool')]);
    expect(model.functions.get('f')).toBeUndefined();
    expect([...model.functions.keys()]).toEqual(['a::IA::f', 'b::IB::f']);
    expect(model.problems).toEqual([
      'f is declared differently by a::IA and b::IB. Call it with its interface: b::IB::f.',
    ]);
    expect(readAbi([one('a::IA', 'core::felt252'), one('b::IB', 'core::felt252')]).problems).toEqual([]);
  });
});
