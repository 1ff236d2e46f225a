import { isTooLarge } from '../../classes/classLimits.ts';
import type { Submission } from '../../execution/transaction.ts';
import { ChainError } from '../../protocol/chainError.ts';
import type { NodeConfig } from '../config.ts';

/** What is checked of a declaration once its class is compiled, before it runs: the class's size, then its compiled hash. */
export function checkDeclaration(submission: Submission, config: NodeConfig): void {
  if (!('declaredClass' in submission)) return;
  const { transaction, declaredClass } = submission;
  const limits = {
    maxCompiledJsonBytes: config.maximumContractClassSize,
    maxSierraFelts: config.maximumSierraLength,
    maxCasmFelts: config.maximumContractBytecodeSize,
  };
  if (isTooLarge(declaredClass, limits)) throw new ChainError('contractClassSizeTooLarge');
  if (declaredClass.compiledClassHash !== transaction.compiledClassHash)
    throw new ChainError('compiledClassHashMismatch');
}
