import { expect, test } from 'vitest';
import { oldAbi, tokenAbi, zooAbi } from '../../test/support/typedAbis.ts';
import { decodeCalldata, decodeReturn, encodeCalldata, encodeConstructor } from './calldata.ts';
import type { ContractEvent, EventArguments, EventNames } from './eventTypes.ts';
import { readAbi } from './readAbi.ts';
import type { Hex } from './scalars.ts';
import type {
  Abi,
  AddressInput,
  Arguments,
  ConstructorArguments,
  ExternalNames,
  FeltInput,
  FunctionNames,
  IntegerInput,
  NamedArguments,
  Result,
  ViewNames,
} from './types.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** A type error unless the two types are the same. */
const same = <A, B>(..._: Equal<A, B> extends true ? [] : [never]): void => undefined;

type Token = typeof tokenAbi;
type Zoo = typeof zooAbi;
type Old = typeof oldAbi;

test('functions of a token are typed', () => {
  same<FunctionNames<Token>, 'name' | 'balance_of' | 'transfer' | 'pause'>();
  same<ViewNames<Token>, 'name' | 'balance_of'>();
  same<ExternalNames<Token>, 'transfer' | 'pause'>();
  same<Arguments<Token, 'transfer'>, [AddressInput, IntegerInput]>();
  same<Arguments<Token, 'name'>, []>();
  same<NamedArguments<Token, 'transfer'>, { readonly recipient: AddressInput; readonly amount: IntegerInput }>();
  same<Result<Token, 'name'>, string>();
  same<Result<Token, 'balance_of'>, bigint>();
  same<Result<Token, 'transfer'>, boolean>();
  same<Result<Token, 'pause'>, undefined>();
  same<
    ConstructorArguments<Token>,
    readonly [string | Uint8Array, IntegerInput] | { readonly name: string | Uint8Array; readonly supply: IntegerInput }
  >();
  expect([...readAbi(tokenAbi).functions.keys()].filter((name) => !name.includes(':'))).toEqual([
    'name',
    'balance_of',
    'transfer',
    'pause',
  ]);
});

interface Animal {
  readonly name: Hex;
  readonly age: bigint;
  readonly parent: bigint | null;
  readonly young: Animal[];
}
interface AnimalInput {
  readonly name: FeltInput;
  readonly age: IntegerInput;
  readonly parent: IntegerInput | { readonly Some: IntegerInput } | null | undefined;
  readonly young: readonly AnimalInput[];
}
type Status = 'Asleep' | { readonly Eating: Animal } | { readonly At: [bigint, bigint] };

/** Whether values of each type can be used as the other one. */
const alike = <A, B>(..._: [A, B] extends [B, A] ? [] : [never]): void => undefined;

test('structs, enums, options, tuples and lists are typed', () => {
  alike<Result<Zoo, 'visit'>, [bigint, Status | null, Hex[]]>();
  alike<Arguments<Zoo, 'visit'>[0], readonly AnimalInput[]>();
  alike<
    Arguments<Zoo, 'visit'>[1],
    'Asleep' | { readonly Eating: AnimalInput } | { readonly At: readonly [IntegerInput, IntegerInput] }
  >();
  same<
    Arguments<Zoo, 'visit'>[2],
    string | Uint8Array<ArrayBufferLike> | { readonly Some: string | Uint8Array } | null | undefined
  >();
  same<Arguments<Zoo, 'find'>, [readonly [readonly (readonly [IntegerInput, boolean])[], FeltInput]]>();
  same<Result<Zoo, 'find'>, { readonly Ok: [bigint, bigint] } | { readonly Err: Hex }>();
  same<Result<Zoo, 'nested'>, { Some: boolean | null } | null>();
});

test('events are typed, by the names that their selectors have', () => {
  same<EventNames<Token>, 'Transfer' | 'Paused'>();
  same<EventArguments<Token, 'Transfer'>, { readonly from: Hex; readonly to: Hex; readonly value: bigint }>();
  same<EventNames<Zoo>, 'Keeper.Fed'>();
  alike<EventArguments<Zoo, 'Keeper.Fed'>, { readonly status: Status; readonly food: string }>();
  const amountOf = (event: ContractEvent<Token>): bigint => (event.name === 'Transfer' ? event.args.value : 0n);
  expect(amountOf({ name: 'Paused', args: {} })).toBe(0n);
  expect(readAbi(tokenAbi).events.map(({ name }) => name)).toEqual(['Transfer', 'Paused']);
  expect(readAbi(zooAbi).events.map(({ name }) => name)).toEqual(['Keeper.Fed']);
});

test('functions of Cairo 0 are typed', () => {
  same<Arguments<Old, 'send'>, [FeltInput, readonly FeltInput[]]>();
  same<Result<Old, 'send'>, { readonly total: bigint; readonly rest: Hex[] }>();
  same<Result<Old, 'owner'>, Hex>();
  same<ViewNames<Old>, 'owner'>();
  same<EventArguments<Old, 'Sent'>, { readonly who: Hex }>();
  expect(encodeCalldata(oldAbi, 'send', [1, [2, 3]])).toEqual(['0x1', '0x2', '0x2', '0x3']);
  expect(decodeReturn(oldAbi, 'send', [5n, 1n, 1n, 9n])).toEqual({ total: 2n ** 128n + 5n, rest: ['0x9'] });
});

test('public keys of other curves are points, which no ABI defines', () => {
  const keyAbi = [
    {
      type: 'function',
      name: 'set_key',
      inputs: [{ name: 'key', type: 'core::starknet::secp256k1::Secp256k1Point' }],
      outputs: [],
      state_mutability: 'external',
    },
  ] as const;
  same<Arguments<typeof keyAbi, 'set_key'>, [{ readonly x: IntegerInput; readonly y: IntegerInput }]>();
  expect(encodeCalldata(keyAbi, 'set_key', [{ x: 2n ** 128n + 1n, y: 3n }])).toEqual(['0x1', '0x1', '0x3', '0x0']);
});

test('an ABI that is not const has loose types', () => {
  same<FunctionNames<Abi>, string>();
  same<Arguments<Abi, string>, unknown[]>();
  same<Result<Abi, string>, unknown>();
  same<EventNames<Abi>, string>();
  const wide: Abi = tokenAbi;
  expect(encodeCalldata(wide, 'transfer', ['0x99', 5n])).toEqual(['0x99', '0x5', '0x0']);
});

test('calldata is encoded and decoded by the name of a function', () => {
  expect(encodeCalldata(tokenAbi, 'transfer', ['0x99', 5n])).toEqual(['0x99', '0x5', '0x0']);
  expect(encodeCalldata(tokenAbi, 'transfer', { recipient: '0x99', amount: '5' })).toEqual(['0x99', '0x5', '0x0']);
  expect(decodeCalldata(tokenAbi, 'transfer', ['0x99', '0x5', '0x0']).amount).toBe(5n);
  expect(decodeReturn(tokenAbi, 'balance_of', ['0x5', 0n])).toBe(5n);
  expect(encodeConstructor(tokenAbi, ['T', 1])).toEqual(encodeConstructor(tokenAbi, { name: 'T', supply: 1 }));
  expect(encodeConstructor(zooAbi, [])).toEqual([]);
  const fox = { name: '0x1', age: 3, parent: null, young: [] } as const;
  expect(encodeCalldata(zooAbi, 'visit', [[fox], { Eating: fox }, undefined])).toHaveLength(11);

  // @ts-expect-error a number is no address
  expect(() => encodeCalldata(tokenAbi, 'transfer', [5, 5n])).toThrow('expected ContractAddress');
  // @ts-expect-error one argument is missing
  expect(() => encodeCalldata(tokenAbi, 'transfer', ['0x5'])).toThrow('takes 2 arguments');
  // @ts-expect-error there is no such function
  expect(() => encodeCalldata(tokenAbi, 'transfre', [])).toThrow(
    'The ABI has no function transfre. It has name, balance_of, transfer, pause.',
  );
  // @ts-expect-error `Eaten` is no status
  expect(() => encodeCalldata(zooAbi, 'visit', [[], 'Eaten', null])).toThrow('expected Status');
  // @ts-expect-error text needs shortString
  expect(() => encodeCalldata(zooAbi, 'find', [[[], 'fox']])).toThrow("shortString('…')");
});
