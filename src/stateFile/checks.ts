// What is checked of a state file beside its bytes.

import { MAX_ACCOUNTS } from '../chain/config.ts';
import type { History } from '../chain/value/history.ts';
import { type Felt, formatFelt } from '../felt/felt.ts';
import type { About, Rest } from './chainCodec.ts';
import { StateFileError } from './stateFileError.ts';

/** Whether a file names more accounts than an option allows. */
export const hasManyAccounts = ({ accounts }: About): boolean => accounts > MAX_ACCOUNTS;

/** A start creates all accounts. So the first block must have at least as many contracts. */
export function checkContracts({ accounts }: About, contracts: number): void {
  if (accounts > contracts)
    throw new StateFileError(
      `The state file is wrong: it names ${accounts} accounts, and its first block has ${contracts} contracts.`,
    );
}

/** Throws if the chain of a file does not begin where this node does. */
export function checkOrigin(firstNumber: number, parentHash: Felt, started: History): void {
  const { block } = started.records.at(0)!;
  if (firstNumber !== block.number || parentHash !== block.parentHash)
    throw new StateFileError(
      `the chain of the file starts with block ${firstNumber} after ${formatFelt(parentHash)}, this node with block ${block.number} after ${formatFelt(block.parentHash)}: start with the fork options of the run that wrote the file`,
    );
}

/** Messages are collected block by block, so it must be a block of this chain where that begins. */
export function checkMessaging({ messaging: { collectFrom } }: Rest, { firstNumber }: History): void {
  if (collectFrom < firstNumber)
    throw new StateFileError(
      `messages are collected from block ${collectFrom} on, before the first block ${firstNumber}`,
    );
}
