// The codec for people who have an ABI and felts: arguments and results are typed by the name of the function.
import { AbiError } from './abiError.ts';
import type { AbiFunction, AbiModel } from './abiModel.ts';
import { decodeArguments, decodeResult } from './decode.ts';
import { encodeArguments } from './encode.ts';
import { readAbi } from './readAbi.ts';
import { type Hex, hexOf, listText, readFelts } from './scalars.ts';
import type { Abi, Arguments, ConstructorArguments, FunctionNames, NamedArguments, Result } from './types.ts';

/**
 * The calldata of a function's arguments, which are a list in their order or an object by their names.
 *
 * @example
 * encodeCalldata(abi, 'transfer', ['0x99', 5n]); // ['0x99', '0x5', '0x0']
 */
export function encodeCalldata<const A extends Abi, N extends FunctionNames<A>>(
  abi: A,
  name: N,
  args: Readonly<Arguments<A, N>> | NamedArguments<A, N>,
): Hex[] {
  return encodeArguments(functionNamed(readAbi(abi), name), args).map(hexOf);
}

/**
 * The calldata of a constructor's arguments. A contract without a constructor takes an empty list.
 *
 * @example
 * encodeConstructor(abi, { owner: '0x1', name: 'Token' });
 */
export function encodeConstructor<const A extends Abi>(abi: A, args: ConstructorArguments<A>): Hex[] {
  const { constructorFunction } = readAbi(abi);
  return encodeArguments(constructorFunction ?? { name: 'constructor', inputs: [] }, args as readonly unknown[]).map(
    hexOf,
  );
}

/**
 * The arguments in calldata, by their names.
 *
 * @example
 * decodeCalldata(abi, 'transfer', ['0x99', '0x5', '0x0']); // { recipient: '0x99', amount: 5n }
 */
export function decodeCalldata<const A extends Abi, N extends FunctionNames<A>>(
  abi: A,
  name: N,
  calldata: readonly (Hex | bigint | string)[],
): NamedArguments<A, N, 'out'> {
  const entry = functionNamed(readAbi(abi), name);
  return decodeArguments(entry, readFelts(calldata, 'calldata')) as NamedArguments<A, N, 'out'>;
}

/**
 * What a function returned.
 *
 * @example
 * decodeReturn(abi, 'balance_of', ['0x5', '0x0']); // 5n
 */
export function decodeReturn<const A extends Abi, N extends FunctionNames<A>>(
  abi: A,
  name: N,
  felts: readonly (Hex | bigint | string)[],
): Result<A, N> {
  return decodeResult(functionNamed(readAbi(abi), name), readFelts(felts, 'result')) as Result<A, N>;
}

/** A function by its name or by `interface::name`. Throws an AbiError that says which there are. */
export function functionNamed({ functions, problems }: AbiModel, name: string): AbiFunction {
  const entry = functions.get(name);
  if (entry) return entry;
  const clash = problems.find((problem) => problem.startsWith(`${name} is declared differently by `));
  const names = [...functions.keys()].filter((other) => !other.includes('::'));
  throw new AbiError(clash ?? `The ABI has no function ${name}. It has ${listText(names, String) || 'no functions'}.`);
}
