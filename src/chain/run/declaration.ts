import { isTooLarge } from '../../classes/classLimits.ts';
import type { Submission } from '../../execution/transaction.ts';
import { ChainError } from '../../protocol/chainError.ts';
import type { NodeConfig } from '../config.ts';

/** Checks a declaration after its class is compiled and before it runs: first the size of the class, then the compiled class hash. */
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
