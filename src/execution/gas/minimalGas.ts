import type { BlockContext } from '../blockContext.ts';
import { addGas, type GasVector, NO_GAS } from '../gasVector.ts';
import type { GasMode } from '../trace.ts';
import type { AccountTransaction } from '../transaction.ts';
import { computationGas } from './computationGas.ts';
import { type OsTransactionKind, osTransactionResources } from './osTransactionResources.ts';
import { dataAvailabilityGas, NO_CHANGES, segmentLength } from './stateChanges.ts';
import { NO_RESOURCES } from './vmResources.ts';

const OS_KINDS: Readonly<Record<AccountTransaction['type'], OsTransactionKind>> = {
  INVOKE: 'InvokeFunction',
  DECLARE: 'Declare',
  DEPLOY_ACCOUNT: 'DeployAccount',
};

export const osKindOf = (transaction: AccountTransaction): OsTransactionKind => OS_KINDS[transaction.type];

/** The number of calldata felts that the OS processes. */
export function osCalldataLength(transaction: AccountTransaction): number {
  switch (transaction.type) {
    case 'INVOKE':
      return transaction.calldata.length + transaction.proofFacts.length;
    case 'DEPLOY_ACCOUNT':
      return transaction.constructorCalldata.length;
    case 'DECLARE':
      return 0;
  }
}

/** The minimum gas of a transaction: the steps of the OS, and one changed storage cell. */
export function minimalGas(transaction: AccountTransaction, mode: GasMode, block: BlockContext): GasVector {
  const { constants, blobDa } = block;
  const classHashes = transaction.type === 'DEPLOY_ACCOUNT' ? 1 : 0;
  const changes = { ...NO_CHANGES, storage: 1, modifiedContracts: 1, classHashes };
  const segment = segmentLength(changes);
  const { steps } = osTransactionResources(
    osKindOf(transaction),
    osCalldataLength(transaction),
    segment,
    blobDa,
    constants,
  );
  return addGas(
    NO_GAS,
    computationGas({ ...NO_RESOURCES, steps }, 0n, 0, mode, constants),
    dataAvailabilityGas(changes, blobDa),
  );
}
