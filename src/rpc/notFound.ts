// Errors about things that do not exist: they name the thing, and say what exists instead where that is known at once.

import type { ChainView } from '../chain/chainView.ts';
import type { Rerun } from '../chain/run/rerun.ts';
import type { BlockId } from '../chain/value/blockId.ts';
import type { ClassDefinition } from '../classes/declaredClass.ts';
import { senderOf } from '../execution/transaction.ts';
import { type Felt, formatFelt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { hint, message } from '../protocol/message.ts';
import { didYouMean, meaning } from '../text/didYouMean.ts';
import { isMissing, missingFunction } from '../tools/explain/missingFunction.ts';
import { notAnAccount } from '../tools/explain/missingInAccount.ts';
import { classAbi } from '../tools/names/classFacts.ts';
import { functionName } from '../tools/names/namesIn.ts';
import { blockTags } from './decode/blockId.ts';
import { splitMethodName, writeMethodName } from './dialect.ts';
import type { Method, Methods } from './method.ts';
import { RpcError } from './rpcError.ts';

const MAX_NAME_LENGTH = 80;

/** Error 20 for an address. */
export async function contractNotFound(chain: ChainView, address: Felt, id: BlockId): Promise<RpcError> {
  const place = `There is no contract at ${formatFelt(address)} in ${blockName(id)}.`;
  return new RpcError('contractNotFound', { help: `${place}${await elsewhere(chain, address, id)}` });
}

/** Where an address is known instead. An origin is not asked. */
async function elsewhere(chain: ChainView, address: Felt, id: BlockId): Promise<string> {
  if (chain.origin) return '';
  const newest = chain.stateAt('open');
  if (await newest.classOf(address)) return ' This is the hash of a declared class: deploy a contract of it first.';
  if (id !== 'open' && (await newest.classHashOf(address)) !== 0n) return ' It was deployed after that block.';
  return '';
}

/** Error 28 for a class hash. */
export async function classHashNotFound(chain: ChainView, classHash: Felt, id: BlockId): Promise<RpcError> {
  const place = `There is no class ${formatFelt(classHash)} in ${blockName(id)}.`;
  const found = chain.origin ? 0n : await chain.stateAt('open').classHashOf(classHash);
  const instead = found === 0n ? '' : ` This is the address of a contract, whose class is ${formatFelt(found)}.`;
  return new RpcError('classHashNotFound', { help: `${place}${instead}` });
}

interface Callee {
  readonly contractAddress: Felt;
  readonly entryPointSelector: Felt;
}

/** Whether calls of a function are answered by a cheat, so that its contract need not exist. */
export const isMocked = ({ value }: ChainView, { contractAddress, entryPointSelector }: Callee): boolean =>
  value.cheats.inForce?.mocks(keyOf(contractAddress), keyOf(entryPointSelector)) ?? false;

/** Throws error 20 or 21 for a contract, or a function of it, that does not exist. */
export async function checkCallee(chain: ChainView, callee: Callee, id: BlockId): Promise<void> {
  if (isMocked(chain, callee)) return;
  const state = chain.stateAt(id);
  const classHash = await state.classHashOf(callee.contractAddress);
  if (classHash === 0n) throw await contractNotFound(chain, callee.contractAddress, id);
  const declared = await state.classOf(classHash);
  if (declared && isMissing(declared.runnable, callee.entryPointSelector))
    throw await entrypointNotFound(chain, callee, classHash);
}

/** Error 21 for a selector that a contract of this class does not have. */
export async function entrypointNotFound(
  chain: ChainView,
  { contractAddress, entryPointSelector }: Callee,
  classHash: Felt,
): Promise<RpcError> {
  const known = await chain.stateAt('open').classOf(classHash);
  const text = missingFunction({
    ...namesOf(contractAddress, known?.definition),
    selector: entryPointSelector,
    name: await functionName(chain, entryPointSelector),
  });
  return new RpcError('entrypointNotFound', { help: text });
}

/** A sentence about a sender that is not an account; undefined if it is one, or is not deployed yet. */
export async function senderMistake(
  chain: ChainView,
  { submission: { transaction }, flags }: Pick<Rerun, 'submission' | 'flags'>,
): Promise<string | undefined> {
  if (transaction.type === 'L1_HANDLER') return undefined;
  const sender = senderOf(transaction);
  const state = chain.stateAt('open');
  const declared = await state.classOf(await state.classHashOf(sender));
  return declared && notAnAccount(declared.runnable, flags.validate, namesOf(sender, declared.definition));
}

/** What messages call a contract, and the functions that it has. */
function namesOf(address: Felt, definition: ClassDefinition | undefined) {
  const abi = definition && classAbi(definition);
  return {
    contract: `${abi?.contractName ?? 'The contract'} at ${formatFelt(address)}`,
    functions: abi ? abi.functionList.map(({ name }) => name) : [],
  };
}

/** Error -32601 for a method that does not exist. */
export function methodNotFound(methods: Methods, given: string): RpcError {
  const meant = meantMethod(methods, given);
  const place = `There is no method ${given.slice(0, MAX_NAME_LENGTH)}.`;
  return new RpcError('methodNotFound', { help: meant === '' ? place : `${place} ${meant}` });
}

function meantMethod(methods: Methods, given: string): string {
  const parts = splitMethodName(given);
  const dialect = parts?.dialect ?? 'starknet';
  const bare = given.slice(given.indexOf('_') + 1);
  const exact = methods.get(bare);
  if (exact) return meaning(writeMethodName(exact.group, exact.name, dialect));
  const names = [...methods.values()].map(({ group, name }) => writeMethodName(group, name, dialect));
  return didYouMean(given, names);
}

/** Error -32601 for a subscription where there can be none. */
export function subscriptionNotFound({ group, name }: Method, inBatch: boolean): RpcError {
  const method = writeMethodName(group, name, 'starknet');
  return new RpcError('methodNotFound', {
    help: inBatch
      ? `${method} cannot be in a batch. Send it alone.`
      : message`${method} needs a connection that stays open: ${hint('subscriptions')}.`,
  });
}

function blockName(id: BlockId): string {
  if (typeof id === 'string')
    return id === 'l1Accepted' ? 'the latest block accepted on L1' : `the ${blockTags[id]} block`;
  return 'number' in id ? `block ${id.number}` : `block ${formatFelt(id.hash)}`;
}
