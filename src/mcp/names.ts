// Names in place of addresses and hashes, which are long and alike: accounts, contracts that were deployed here, tokens, transactions.
import { AbiError } from '../abi/abiError.ts';
import type { AbiFunction, AbiModel } from '../abi/abiModel.ts';
import type { AbiType } from '../abi/abiType.ts';
import { functionNamed } from '../abi/calldata.ts';
import { encodeArguments } from '../abi/encode.ts';
import { readAbi } from '../abi/readAbi.ts';
import { hexOf, readInteger, shortString } from '../abi/scalars.ts';
import type { Abi } from '../abi/types.ts';
import { ETH, STRK } from '../chain/value/token.ts';
import { abiList } from '../library/files/classFile.ts';
import { type Hex, toHex } from '../library/values.ts';
import { didYouMean } from '../text/didYouMean.ts';
import { ToolError } from './answer.ts';
import { ACCOUNT_NAMES, type Branch } from './branch.ts';
import { shown } from './input.ts';
import { codeOf, isAccountName, variableOf } from './testText.ts';

const HEX = /^0x[0-9a-fA-F]{1,64}$/;
const MOST_CONTRACTS = 200;

/** The name of an account: those of people first, and then numbers. */
export const accountName = (index: number): string => ACCOUNT_NAMES[index] ?? `account${index}`;

/** The addresses of a branch by their names: of all contracts, or of those that a test has variables for. */
export function namesOf({ box, contracts: all }: Branch, isForTests = false): ReadonlyMap<string, Hex> {
  const contracts = isForTests ? all.filter(({ isDeployed }) => isDeployed) : all;
  return new Map<string, Hex>([
    ...box.accounts.map(({ address }, i): [string, Hex] => [accountName(i), address]),
    ['STRK', toHex(STRK.address)],
    ['ETH', toHex(ETH.address)],
    ...contracts.map(({ name, address }): [string, Hex] => [name, address]),
  ]);
}

/** The address that a word means: a name, with or without `@`, or an address. */
export async function addressOf(branch: Branch, given: string): Promise<Hex> {
  const word = given.replace(/^@/, '');
  if (HEX.test(word)) return toHex(BigInt(word));
  const names = namesOf(branch);
  const found = names.get(word) ?? (await deployedBefore(branch, word));
  if (found) return found;
  throw unknownName(names, word);
}

/** The error for a name that nobody has. */
export function unknownName(names: ReadonlyMap<string, Hex>, word: string): ToolError {
  const meant = didYouMean(word, names.keys());
  return new ToolError(
    `Nothing here is called ${shown(word)}.${meant && ` ${meant}`} Give an address (0x…) or one of ${[...names.keys()].slice(0, 40).join(', ')}. The tool state lists contracts.`,
  );
}

/** The one contract with this name that somebody else deployed. */
async function deployedBefore({ box }: Branch, name: string): Promise<Hex | undefined> {
  const { contracts } = await box.request('devnet_getContracts', { newest: true, limit: MOST_CONTRACTS });
  const found = contracts.filter(({ contract_name }) => contract_name === name);
  if (found.length > 1)
    throw new ToolError(
      `${found.length} contracts are called ${shown(name)}. Give the address of one; the tool state lists them.`,
    );
  return found[0] && toHex(BigInt(found[0].contract_address));
}

/** The hash of a transaction: `last`, `tx3`, or the hash itself. */
export async function transactionOf({ box, transactions }: Branch, word = 'last'): Promise<Hex> {
  if (HEX.test(word)) return word as Hex;
  const number = word === 'last' ? transactions.length : Number(/^tx(\d{1,6})$/.exec(word)?.[1] ?? 0);
  const found = transactions[number - 1];
  if (found) return found;
  if (word === 'last') {
    const { transactions: newest } = await box.request('devnet_getTransactions', { limit: 1 });
    if (newest[0]) return newest[0].transaction_hash;
  }
  throw new ToolError(
    transactions.length === 0
      ? `There is no transaction ${shown(word)}: none was sent in this branch yet. Use deploy or send, or give a hash.`
      : `There is no transaction ${shown(word)} in this branch. Give a hash, last, or tx1 to tx${transactions.length}; the tool state lists them.`,
  );
}

/** The name of a transaction if it has one. */
export const transactionName = ({ transactions }: Branch, hash: string): string => {
  const index = transactions.findIndex((other) => BigInt(other) === BigInt(hash));
  return index < 0 ? hash : `tx${index + 1}`;
};

/** The ABI of a contract. */
export async function abiAt(branch: Branch, address: Hex): Promise<Abi> {
  const own = branch.deployedAt(address);
  // Its class may have been replaced since.
  const { abi } = await branch.box.request('starknet_getClassAt', {
    block_id: 'pre_confirmed',
    contract_address: address,
  });
  return own && !abi ? own.abi : abiList(abi);
}

/** A call that was read: the function, and its arguments as felts and as code. */
export interface PreparedCall {
  readonly to: Hex;
  readonly entry: AbiFunction;
  readonly calldata: readonly Hex[];
  readonly code: string;
}

/** Reads a call by the ABI of its contract. */
export async function prepareCall(
  branch: Branch,
  { to, function: name, args }: { readonly to: string; readonly function: string; readonly args: unknown },
): Promise<PreparedCall> {
  const address = await addressOf(branch, to);
  const abi = await abiAt(branch, address);
  const model = readAbi(abi);
  const entry = foundFunction(model, name);
  // Contracts of a fork or of somebody else get a name with their first use: not one that they chose, because names stand among our own words.
  if (![...namesOf(branch).values()].includes(address)) branch.addContract('Contract', address, abi, false);
  const { values, code } = prepareArguments(branch, entry, args);
  return { to: address, entry, calldata: encodeArguments(entry, values).map(hexOf), code };
}

/** A function by its name. The error has a similar name. */
function foundFunction(model: AbiModel, name: string): AbiFunction {
  try {
    return functionNamed(model, name);
  } catch (error) {
    const meant = error instanceof AbiError ? didYouMean(name, model.functions.keys()) : '';
    throw meant === '' ? error : new AbiError(`${(error as AbiError).message} ${meant}`);
  }
}

type ArgumentsOf = Pick<AbiFunction, 'name' | 'inputs'>;

/** Arguments as the ABI takes them, in a list or by their names, and as code of a test. */
export function prepareArguments(branch: Branch, { inputs }: ArgumentsOf, args: unknown = []) {
  const names = namesOf(branch);
  const code = codeIn(branch);
  if (typeof args !== 'object' || args === null)
    throw new ToolError(`args must be a list, or an object by the names of the parameters, and is ${shown(args)}.`);
  if (Array.isArray(args)) {
    const values = args.map((each, i) => argumentOf(names, inputs[i]?.type, each));
    return { values, code: values.map(code).join(', ') };
  }
  const entries = Object.entries(args).map(([name, each]): [string, unknown] => [
    name,
    argumentOf(names, inputs.find((input) => input.name === name)?.type, each),
  ]);
  const byName = new Map(entries);
  return {
    values: Object.fromEntries(entries),
    code: inputs.map(({ name }) => code(byName.get(name))).join(', '),
  };
}

/** An argument from JSON: integers become bigints, and names addresses. */
function argumentOf(names: ReadonlyMap<string, Hex>, type: AbiType | undefined, given: unknown): unknown {
  if (typeof given === 'number') {
    if (!Number.isSafeInteger(given)) throw new ToolError(`Write the number ${given} as a text: JSON has rounded it.`);
    return BigInt(given);
  }
  if (typeof given === 'string') {
    if (given.startsWith('@')) {
      const address = names.get(given.slice(1));
      if (address) return address;
      if (type?.kind !== 'byteArray') throw unknownName(names, given.slice(1));
    }
    if (type?.kind !== 'felt' || HEX.test(given) || readInteger(given) !== undefined) return given;
    return names.get(given) ?? (type.name === 'felt252' ? shortString(given) : given);
  }
  if (Array.isArray(given)) {
    const item = type?.kind === 'array' || type?.kind === 'fixedArray' ? type.item : undefined;
    return given.map((each, i) => argumentOf(names, type?.kind === 'tuple' ? type.items[i] : item, each));
  }
  if (typeof given === 'object' && given !== null)
    return Object.fromEntries(
      Object.entries(given).map(([name, each]) => [name, argumentOf(names, memberType(type, name), each)]),
    );
  return given;
}

function memberType(type: AbiType | undefined, name: string): AbiType | undefined {
  if (type?.kind === 'struct') return type.members.find((member) => member.name === name)?.type;
  if (type?.kind === 'enum') return type.variants.find((variant) => variant.name === name)?.type;
  return undefined;
}

/** A value as code of a test of a branch, with variables in place of addresses that have them. */
export const codeIn = (branch: Branch): ((value: unknown) => string) => {
  // Not by replacing in finished code: a contract chooses the texts in it.
  const addresses = new Map(
    [...namesOf(branch, true)].map(([name, address]) => [address as string, addressCode(name)]),
  );
  return (value) => codeOf(value, addresses);
};

const addressCode = (name: string): string => {
  if (name === 'STRK' || name === 'ETH') return `box.${name.toLowerCase()}.address`;
  // The variable of an account is its name, which no contract has.
  return `${isAccountName(name) ? name : variableOf(name)}.address`;
};

/** An address as code: the account, or the address of the contract, that has it; otherwise the address itself. */
export const addressCodeOf = (branch: Branch, address: Hex): string => {
  const code = codeIn(branch)(address);
  const name = code.replace(/\.address$/, '');
  return isAccountName(name) ? name : code;
};
