import type { AbiType } from '../../abi/abiType.ts';
import type { ClassDefinition, DeclaredClass } from '../../classes/declaredClass.ts';
import type { ExecutableTransaction } from '../../execution/transaction.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { Json } from '../../json/json.ts';
import { failed } from '../../protocol/chainError.ts';
import { EMPTY_DIFF } from '../../state/stateDiff.ts';
import type { Replayer } from '../../tools/replay/replayer.ts';
import { placeOf, StoragePathError } from '../../tools/storage/storagePath.ts';
import { RpcError } from '../rpcError.ts';
import { cellsOfValue } from '../storagePlace.ts';

/** How a replay differs from what happened. All of it takes effect right before the transaction. */
export interface WhatIf {
  /** Contracts that run another class. */
  readonly swaps: readonly { readonly address: Felt; readonly definition: ClassDefinition }[];
  /** Storage cells with other values. */
  readonly cells: readonly { readonly address: Felt; readonly key: Felt; readonly value: Felt }[];
  /** Storage variables, or entries and members of them, with other values. */
  readonly variables: readonly EditedVariable[];
  /** The account that sends the transaction instead. It signs nothing and pays nothing. */
  readonly sender: Felt | undefined;
}

/** A place in storage by its name, such as `balances[0x64b4]`, with another value. */
interface EditedVariable {
  readonly address: Felt;
  readonly path: string;
  /** The value, once its type is known; undefined stands for a type that is not. */
  readonly valueFor: (type: AbiType | undefined) => Json;
}

/** A change that cannot be made, because of what was asked for. */
export class WhatIfError extends Error {}

export const NOTHING_CHANGED: WhatIf = { swaps: [], cells: [], variables: [], sender: undefined };

export const isChanged = ({ swaps, cells, variables, sender }: WhatIf): boolean =>
  swaps.length > 0 || cells.length > 0 || variables.length > 0 || sender !== undefined;

/** Changes the state before a transaction. Names of variables are those of the class that a contract runs then. */
export async function applyEdits(
  replayer: Replayer,
  { swaps, cells, variables }: WhatIf,
  compile: (definition: ClassDefinition) => Promise<DeclaredClass>,
): Promise<void> {
  const replaced = new Map<FeltKey, FeltKey>();
  const declared: [FeltKey, DeclaredClass][] = [];
  for (const { address, definition } of swaps) {
    await checkContract(replayer, address, 'so its class cannot be swapped');
    const compiled = await compile(definition);
    replaced.set(keyOf(address), keyOf(compiled.classHash));
    // The definition may have debug information, which the compiled class of the cache has not.
    declared.push([keyOf(compiled.classHash), { ...compiled, definition }]);
  }
  replayer.edit({ ...EMPTY_DIFF, replaced }, declared);
  const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  const set = (address: Felt, key: Felt, value: Felt) => {
    const contract = keyOf(address);
    storage.set(contract, (storage.get(contract) ?? new Map()).set(keyOf(key), keyOf(value)));
  };
  for (const { address, key, value } of cells) {
    if (address >= FIRST_ADDRESS) await checkContract(replayer, address, 'so it has no storage to change');
    set(address, key, value);
  }
  for (const variable of variables) {
    await checkContract(replayer, variable.address, 'so it has no storage to change');
    for (const { key, value } of await cellsOfVariable(replayer, variable)) set(variable.address, key, value);
  }
  replayer.edit({ ...EMPTY_DIFF, storage });
}

/** Contracts of the system, which have storage but no class, have lower addresses. */
const FIRST_ADDRESS = 16n;

async function cellsOfVariable(replayer: Replayer, { address, path, valueFor }: EditedVariable) {
  try {
    const place = placeOf(path, await replayer.variablesOf(address));
    return cellsOfValue(path, place, valueFor(place.type?.kind === 'value' ? place.type.type : undefined));
  } catch (error) {
    if (!(error instanceof StoragePathError || error instanceof RpcError)) throw error;
    throw new WhatIfError(`${formatFelt(address)}: ${error.message}`);
  }
}

/** The transaction as the other account would send it. */
export async function sentBy(
  replayer: Replayer,
  transaction: ExecutableTransaction,
  sender: Felt,
): Promise<ExecutableTransaction> {
  if (transaction.type !== 'INVOKE')
    throw failed(`A transaction of type ${transaction.type} cannot be sent by another account. Only INVOKE can.`);
  await checkContract(replayer, sender, 'so it cannot send the transaction');
  return { ...transaction, senderAddress: sender, nonce: await replayer.nonceOf(sender) };
}

async function checkContract(replayer: Replayer, address: Felt, consequence: string): Promise<void> {
  if ((await replayer.classHashOf(address)) === 0n)
    throw failed(`There is no contract at ${formatFelt(address)} before this transaction, ${consequence}.`);
}
