// Errors of the chain that some methods tell in other words.
import type { EitherWay } from '../async/eitherWay.ts';
import type { ChainDraft } from '../chain/draft/chainDraft.ts';
import type { StateEdit } from '../chain/run/broadcast.ts';
import { TransactionFailure } from '../chain/run/simulation.ts';
import { type EditedList, type EditFault, StateEditError } from '../chain/run/stateEdit.ts';
import { ChainError } from '../protocol/chainError.ts';
import type { Explanation } from '../tools/explain/explanation.ts';
import { type Explains, explainedError } from './explainedError.ts';
import { formatFailure } from './format/contractError.ts';
import { failed, invalidParams, RpcError } from './rpcError.ts';

/** The sandbox's own methods answer an unknown block with -1 and a sentence instead of the chain's 24. */
export async function namingNoBlock<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof ChainError && error.kind === 'blockNotFound' ? failed('No block found') : error;
  }
}

const listNames: Readonly<Record<EditedList, string>> = {
  storage: 'storage_diffs.address',
  storageKeys: 'storage_entries.key',
  nonces: 'nonces.contract_address',
  deployed: 'deployed_contracts.address',
  replaced: 'replaced_classes.contract_address',
  declared: 'declared_classes.class_hash',
  deprecatedDeclared: 'deprecated_declared_classes',
};

/** What is wrong with an edit of the state, in the words of its request. */
export function editFaultText(fault: EditFault): string {
  switch (fault.kind) {
    case 'duplicate':
      return `state_diff.${listNames[fault.list]}: duplicate entry`;
    case 'inBothLists':
      return fault.lists === 'deployedAndReplaced'
        ? 'deployed_contracts and replaced_classes overlap'
        : 'declared_classes and deprecated_declared_classes overlap';
    case 'duplicateClass':
      return `classes[${fault.index}]: duplicate class definition`;
    case 'otherClassHash':
      return `classes[${fault.index}].class_hash does not match definition`;
    case 'otherCompiledClassHash':
      return `classes[${fault.index}].compiled_class_hash does not match definition`;
    case 'declaredWithOtherHash':
      return 'declared_classes.compiled_class_hash does not match a Sierra class';
    case 'deprecatedIsSierra':
      return 'deprecated_declared_classes must reference Cairo 0 classes';
    case 'addressInUse':
      return 'deployed_contracts.address must be nonzero and unused';
  }
}

/** Edits the state of the open block; an edit that is refused is an error about the parameters. */
export async function applyEdit(draft: ChainDraft, edit: StateEdit): ReturnType<ChainDraft['applyStateEdit']> {
  try {
    return await draft.applyStateEdit(edit);
  } catch (error) {
    throw error instanceof StateEditError ? invalidParams(editFaultText(error.fault)) : error;
  }
}

/**
 * Runs an estimate or a simulation; a transaction that fails in it is named by its index, as error 41. `explain` explains the
 * transactions again, if their calls may say more.
 */
export async function namingTransaction<T>(
  context: Explains,
  run: () => Promise<T>,
  explain: () => Promise<EitherWay<readonly Explanation[]>>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TransactionFailure)) throw error;
    const { index, failure, fact } = error;
    const data = { transaction_index: index, execution_error: formatFailure(failure) };
    if (fact !== undefined)
      throw new RpcError('transactionExecutionError', {
        data,
        help: saysMore(fact, data.execution_error) ? fact : undefined,
      });
    throw await explainedError(context, 'transactionExecutionError', data, async () =>
      elementOf(await explain(), index),
    );
  }
}

/** The error of transactions that cannot be tried out, because a class of one does not compile. */
export function refuseTrial(error: unknown): never {
  if (!(error instanceof TransactionFailure)) throw error;
  throw new RpcError('transactionExecutionError', {
    data: { transaction_index: error.index, execution_error: error.message },
  });
}

function* elementOf<T>(list: EitherWay<readonly T[]>, index: number): EitherWay<T | undefined> {
  return (yield* list)[index];
}

/** Whether a fact says more than the error beside it. */
const saysMore = (fact: string, error: unknown): boolean =>
  typeof error !== 'string' || fact.replace(/\.$/, '') !== error.replace(/\.$/, '');
