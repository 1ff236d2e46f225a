import { type Felt, formatFelt } from '../felt/felt.ts';
import { formatKey64, keyOf } from '../felt/key.ts';
import { ChainError, helpedData } from '../protocol/chainError.ts';
import type { ErrorStack } from './errorStack.ts';
import { contractErrorOf } from './errors/contractError.ts';
import { debugText } from './errors/debugText.ts';
import { formatErrorStack } from './errors/formatErrorStack.ts';
import type { Rejection } from './outcome.ts';

/** The error for a client that submitted the transaction. */
export function submissionError(rejection: Rejection): ChainError {
  switch (rejection.kind) {
    case 'nonce':
      return new ChainError('invalidTransactionNonce', { data: nonceText(rejection, String) });
    case 'resources':
      return new ChainError('insufficientResourcesForValidate', { help: rejection.text });
    case 'balance':
      return new ChainError('insufficientAccountBalance', { help: balanceText(rejection) });
    case 'proofFacts':
      return new ChainError('validationFailure', { data: rejection.text });
    case 'validation':
      return new ChainError('validationFailure', { data: formatErrorStack(rejection.stack) });
    case 'alreadyDeclared':
      return new ChainError('classAlreadyDeclared', { help: alreadyDeclaredText(rejection.classHash) });
    case 'compiledClassHash':
      return new ChainError('compiledClassHashMismatch', { help: compiledClassHashText(rejection) });
    case 'classNotFound':
      return new ChainError('classHashNotFound', {
        help: `The class ${formatFelt(rejection.classHash)} of the new account is not declared. Declare it first.`,
      });
    case 'failed': {
      const error = contractErrorOf(rejection.stack);
      const isPlain = rejection.isRefusal && typeof error === 'string';
      return new ChainError('failed', { message: isPlain ? error : debugText(error) });
    }
  }
}

/** What a rejected transaction lacks, as its submission would be answered; undefined if Cairo code failed instead. */
export function factOf(rejection: Rejection): string | undefined {
  if (rejection.kind === 'validation' || rejection.kind === 'failed') return undefined;
  const fact = helpedData(submissionError(rejection));
  return typeof fact === 'string' ? fact : undefined;
}

/** The failure in an estimate: a sentence, or the error stack of an execution. */
export function estimateFailure(rejection: Rejection): ErrorStack | string {
  switch (rejection.kind) {
    case 'nonce':
      return 'Account transaction nonce is invalid.';
    case 'resources':
      return RESOURCES;
    case 'balance':
      return 'Account balance is not enough to cover the transaction cost.';
    case 'proofFacts':
      return `Invalid proof facts: ${rejection.text}`;
    case 'validation':
      return `Account validation failed: ${formatErrorStack(rejection.stack)}`;
    case 'classNotFound':
      return `No class hash ${rejection.classHash.toString(16)} found`;
    default:
      return simulationFailure(rejection);
  }
}

/** The message for bounds with which a transaction cannot be sent. */
export const RESOURCES = "The transaction's resources don't cover validation or the minimal transaction fee.";

/** The failure in a simulation, which describes some errors in more detail than an estimate. */
export function simulationFailure(rejection: Rejection): ErrorStack | string {
  switch (rejection.kind) {
    case 'nonce':
      return nonceText(rejection, (nonce) => formatKey64(keyOf(nonce)));
    case 'resources':
    case 'balance':
      return rejection.text;
    case 'proofFacts':
      return `Invalid proof facts: ${rejection.text}`;
    case 'alreadyDeclared':
      return alreadyDeclaredText(rejection.classHash);
    case 'compiledClassHash':
      return compiledClassHashText(rejection);
    case 'classNotFound':
    case 'validation':
    case 'failed':
      return rejection.stack;
  }
}

const alreadyDeclaredText = (classHash: Felt): string =>
  `Class with hash ${formatKey64(keyOf(classHash))} is already declared.`;

const balanceText = ({ balance, required }: Extract<Rejection, { kind: 'balance' }>): string =>
  `The balance is ${balance} fri and the maximal fee is ${required} fri. Lower the resource bounds, or give the account ${required - balance} fri more.`;

type NonceRejection = Extract<Rejection, { kind: 'nonce' }>;

/** Simulations show nonces in hexadecimal, submissions in decimal. */
function nonceText(
  { address, accountNonce, nonce }: NonceRejection,
  show: (nonce: NonceRejection['nonce']) => string,
): string {
  const at = `Invalid transaction nonce of contract at address ${formatKey64(keyOf(address))}.`;
  return `${at} Account nonce: ${show(accountNonce)}; got: ${show(nonce)}.`;
}

/** The network shows these hashes with at least 62 digits, unlike all others. */
export function compiledClassHashText({
  classHash,
  declared,
  compiled,
}: Omit<Extract<Rejection, { kind: 'compiledClassHash' }>, 'kind'>): string {
  const show = (hash: Felt) => `0x${hash.toString(16).padStart(62, '0')}`;
  return `Mismatch compiled class hash for class with hash ${show(classHash)}. Actual: ${show(declared)}, Expected: ${show(compiled)}`;
}
