import type { ErrorStack } from '../../execution/errorStack.ts';
import { type ContractError, contractErrorOf } from '../../execution/errors/contractError.ts';
import { type Hex, hex } from './hex.ts';

/** An execution error: a text, or nested frames around one. */
export type ContractExecutionError =
  | string
  | {
      readonly contract_address: Hex;
      readonly class_hash: Hex;
      readonly selector: Hex;
      readonly error: ContractExecutionError;
    };

/** A failure as JSON. */
export function formatContractError(error: ContractError): ContractExecutionError {
  if (typeof error === 'string') return error;
  return {
    contract_address: hex(error.contractAddress),
    class_hash: hex(error.classHash),
    selector: hex(error.selector),
    error: formatContractError(error.error),
  };
}

/** The JSON of an error stack, or a sentence as it is. */
export const formatFailure = (failure: ErrorStack | string): ContractExecutionError =>
  typeof failure === 'string' ? failure : formatContractError(contractErrorOf(failure));
