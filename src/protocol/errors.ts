// All errors that a client can get, by kind: the codes and messages of JSON-RPC 2.0, of the Starknet API (OpenRPC 0.10.2) and of the sandbox methods.
// If a message of starknet-devnet differs from the specification (21, 42, 59), the table has that of starknet-devnet, because clients compare it.
export const errors = {
  parseError: { code: -32700, message: 'Parse error' },
  invalidRequest: { code: -32600, message: 'Invalid request' },
  methodNotFound: { code: -32601, message: 'Method not found' },
  invalidParams: { code: -32602, message: 'Invalid params' },
  internalError: { code: -32603, message: 'Internal error' },
  methodForbidden: { code: -32604, message: 'Method forbidden' },

  /** Any other error. The message says what happened. */
  failed: { code: -1, message: 'The request failed' },
  /** Reading and writing dump files. */
  dumpFailed: { code: -5, message: 'The dump could not be read or written' },

  failedToReceiveTransaction: { code: 1, message: 'Failed to write transaction' },
  noTraceAvailable: { code: 10, message: 'No trace available for transaction' },
  contractNotFound: { code: 20, message: 'Contract not found' },
  entrypointNotFound: { code: 21, message: 'Requested entrypoint does not exist in the contract' },
  blockNotFound: { code: 24, message: 'Block not found' },
  invalidTransactionIndex: { code: 27, message: 'Invalid transaction index in a block' },
  classHashNotFound: { code: 28, message: 'Class hash not found' },
  transactionHashNotFound: { code: 29, message: 'Transaction hash not found' },
  pageSizeTooBig: { code: 31, message: 'Requested page size is too big' },
  noBlocks: { code: 32, message: 'There are no blocks' },
  invalidContinuationToken: { code: 33, message: 'The supplied continuation token is invalid or unknown' },
  tooManyKeysInFilter: { code: 34, message: 'Too many keys provided in a filter' },
  contractError: { code: 40, message: 'Contract error' },
  transactionExecutionError: { code: 41, message: 'Transaction execution error' },
  storageProofNotSupported: { code: 42, message: "Devnet doesn't support storage proofs" },
  invalidContractClass: { code: 50, message: 'Invalid contract class' },
  classAlreadyDeclared: { code: 51, message: 'Class already declared' },
  invalidTransactionNonce: { code: 52, message: 'Invalid transaction nonce' },
  insufficientResourcesForValidate: {
    code: 53,
    message: "The transaction's resources don't cover validation or the minimal transaction fee",
  },
  insufficientAccountBalance: {
    code: 54,
    message:
      "Account balance is smaller than the transaction's maximal fee (calculated as the sum of each resource's limit x max price)",
  },
  validationFailure: { code: 55, message: 'Account validation failed' },
  compilationFailed: { code: 56, message: 'Compilation failed' },
  contractClassSizeTooLarge: { code: 57, message: 'Contract class size is too large' },
  nonAccount: { code: 58, message: 'Sender address is not an account contract' },
  duplicateTransaction: { code: 59, message: 'Duplicate transaction' },
  compiledClassHashMismatch: {
    code: 60,
    message: 'the compiled class hash did not match the one supplied in the transaction',
  },
  unsupportedTransactionVersion: { code: 61, message: 'the transaction version is not supported' },
  unsupportedContractClassVersion: { code: 62, message: 'the contract class version is not supported' },
  unexpectedError: { code: 63, message: 'An unexpected error occurred' },
  replacementUnderpriced: { code: 64, message: 'Replacement transaction is underpriced' },
  feeBelowMinimum: { code: 65, message: 'Transaction fee below minimum' },
  invalidSubscriptionId: { code: 66, message: 'Invalid subscription id' },
  tooManyAddressesInFilter: { code: 67, message: 'Too many addresses in filter sender_address filter' },
  tooManyBlocksBack: { code: 68, message: 'Cannot go back more than 1024 blocks' },
  invalidProof: { code: 69, message: 'The proof field in the invoke v3 transaction is invalid' },
  /** Of a class that exists; `compilationFailed` is about one that is to be declared. */
  classNotCompiled: { code: 100, message: 'Failed to compile the contract' },
} as const;

/** The kind of an error in the table. */
export type ErrorKind = keyof typeof errors;
