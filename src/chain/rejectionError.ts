import type { ErrorStack } from '../execution/errorStack.ts';
import { formatErrorStack } from '../execution/errors/formatErrorStack.ts';
import type { Rejection } from '../execution/outcome.ts';
import { failed, RpcError } from '../protocol/errors.ts';

/** The error that a client gets for a transaction that is not included. */
export function rejectionError(rejection: Rejection): RpcError {
  switch (rejection.kind) {
    case 'nonce':
      return new RpcError('invalidTransactionNonce', { data: rejectionText(rejection) });
    case 'resources':
      return new RpcError('insufficientResourcesForValidate');
    case 'balance':
      return new RpcError('insufficientAccountBalance');
    case 'proofFacts':
      return new RpcError('validationFailure', { data: rejection.text });
    case 'validation':
      return new RpcError('validationFailure', { data: formatErrorStack(rejection.stack) });
    case 'alreadyDeclared':
      return new RpcError('classAlreadyDeclared');
    case 'classNotFound':
      return new RpcError('classHashNotFound');
    case 'failed':
      return failed(formatErrorStack(rejection.stack));
  }
}

/** A rejection as estimates and simulations show it: an error of the execution, or a sentence. */
export function rejectionFailure(rejection: Rejection): ErrorStack | string {
  return 'stack' in rejection ? rejection.stack : rejectionText(rejection);
}

function rejectionText(rejection: Exclude<Rejection, { readonly stack: ErrorStack }>): string {
  switch (rejection.kind) {
    case 'nonce':
      return `Invalid transaction nonce of contract at address 0x${rejection.address.toString(16).padStart(64, '0')}. Account nonce: ${rejection.accountNonce}; got: ${rejection.nonce}.`;
    case 'resources':
    case 'balance':
      return rejection.text;
    case 'proofFacts':
      return `Invalid proof facts: ${rejection.text}`;
    case 'alreadyDeclared':
      return `Class with hash 0x${rejection.classHash.toString(16).padStart(64, '0')} is already declared.`;
    case 'classNotFound':
      return `Class with hash 0x${rejection.classHash.toString(16).padStart(64, '0')} is not declared.`;
  }
}
