import { isTooLarge } from '../../classes/classLimits.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import type { Rejection } from '../../execution/outcome.ts';
import { compiledClassHashText, factOf } from '../../execution/rejectionError.ts';
import type { Submission } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { compiledClassHash as blakeHash } from '../../sierra/hash/compiledClassHash.ts';
import type { NodeConfig } from '../config.ts';
import { poseidonHashOf } from './declarableClass.ts';

/** Checks a declaration after its class is compiled and before it runs: first the size of the class, then the compiled class hash. */
export async function checkDeclaration(submission: Submission, config: NodeConfig): Promise<void> {
  if (!('declaredClass' in submission)) return;
  const { transaction, declaredClass } = submission;
  const limits = {
    maxCompiledJsonBytes: config.maximumContractClassSize,
    maxSierraFelts: config.maximumSierraLength,
    maxCasmFelts: config.maximumContractBytecodeSize,
  };
  if (isTooLarge(declaredClass, limits)) throw new ChainError('contractClassSizeTooLarge');
  if (declaredClass.compiledClassHash !== transaction.compiledClassHash)
    throw new ChainError('compiledClassHashMismatch', {
      help: await mismatchText(transaction.compiledClassHash, declaredClass),
    });
}

/** Both hashes, and what is wrong with the given one if it is the hash of other versions of Starknet. */
async function mismatchText(given: Felt, { classHash, compiledClassHash, casm }: DeclaredClass): Promise<string> {
  const text = compiledClassHashText({ classHash, declared: given, compiled: compiledClassHash });
  if (!casm) return `${text}.`;
  const poseidon = await poseidonHashOf(casm);
  if (compiledClassHash === poseidon && given === blakeHash(casm))
    return `${text}. The actual one is the BLAKE2s hash of the same class. Before Starknet 0.14.1 it must be the Poseidon hash: use a tool that reads the protocol version of the node, or a newer version of the protocol.`;
  if (given !== poseidon) return `${text}.`;
  return `${text}. The actual one is the Poseidon hash of the same class. Since Starknet 0.14.1 it must be the BLAKE2s hash: update the tool that computes it, or let it send the expected one.`;
}

/** What a rejected transaction lacks, as an error would say it if the transaction were sent; undefined if it lacks nothing. */
export const missingFact = async (rejection: Rejection, submission: Submission): Promise<string | undefined> =>
  rejection.kind === 'compiledClassHash' && 'declaredClass' in submission
    ? mismatchText(rejection.declared, submission.declaredClass)
    : factOf(rejection);
