import type { Replayer } from '../../chain/replay/replayer.ts';
import type { ClassDefinition, DeclaredClass } from '../../classes/declaredClass.ts';
import type { ExecutableTransaction } from '../../execution/transaction.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { failed } from '../../protocol/chainError.ts';
import { EMPTY_DIFF } from '../../state/stateDiff.ts';

/** How a replay differs from what happened. All of it takes effect right before the transaction. */
export interface WhatIf {
  /** Contracts that run another class. */
  readonly swaps: readonly { readonly address: Felt; readonly definition: ClassDefinition }[];
  /** Storage cells with other values. */
  readonly cells: readonly { readonly address: Felt; readonly key: Felt; readonly value: Felt }[];
  /** The account that sends the transaction instead. It signs nothing and pays nothing. */
  readonly sender: Felt | undefined;
}

export const NOTHING_CHANGED: WhatIf = { swaps: [], cells: [], sender: undefined };

export const isChanged = ({ swaps, cells, sender }: WhatIf): boolean =>
  swaps.length > 0 || cells.length > 0 || sender !== undefined;

/** Changes the state before a transaction. */
export async function applyEdits(
  replayer: Replayer,
  { swaps, cells }: WhatIf,
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
  const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  for (const { address, key, value } of cells) {
    const contract = keyOf(address);
    storage.set(contract, (storage.get(contract) ?? new Map()).set(keyOf(key), keyOf(value)));
  }
  replayer.edit({ ...EMPTY_DIFF, replaced, storage }, declared);
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
