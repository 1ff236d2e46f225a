// Causes of errors and what to do, for docs/errors.md (npm run reference).
import { type ErrorKind, errors } from '../src/protocol/errors.ts';

interface Help {
  /** Why it happens, and what `data` contains. */
  readonly cause: string;
  readonly wayOut: string;
}

/** Every kind has an entry; the compiler checks it. */
const help: Readonly<Record<ErrorKind, Help>> = {
  parseError: {
    cause: 'The request is not JSON. `data.reason` names the line and the column.',
    wayOut: 'Send one JSON-RPC 2.0 request, or a batch, as the body.',
  },
  invalidRequest: {
    cause: 'The JSON is not a JSON-RPC request, or the content type is not `application/json`.',
    wayOut: 'Send `jsonrpc`, `id`, `method` and `params`, and no other member.',
  },
  methodNotFound: {
    cause:
      'There is no such method, or a subscription was requested over HTTP or in a batch. `data` names the closest method, or says what a subscription needs.',
    wayOut: 'Use a name of [Methods](methods.md). Send subscriptions over a WebSocket to `/ws`.',
  },
  invalidParams: {
    cause:
      'The parameters are not what the method takes. The message says which one; for an unknown field, `data` names the closest one.',
    wayOut: 'Compare the request with [Methods](methods.md).',
  },
  internalError: {
    cause:
      'Something failed that is not the fault of the request: the origin of a fork, an L1 node, a shutdown, or a bug. The message says what.',
    wayOut: 'If the message names another node, check that node. Otherwise please report it with the lines of the log.',
  },
  methodForbidden: {
    cause: 'The node was started with `--restrictive-mode`, which forbids this method.',
    wayOut: 'Start without `--restrictive-mode`, or with a list that does not contain the method.',
  },
  failed: {
    cause: 'A failure without a code of its own. The message says what happened.',
    wayOut: 'Follow the message.',
  },
  dumpFailed: {
    cause: 'A dump or a state file could not be read or written. The message names the file and the reason.',
    wayOut: 'Choose a file in the working folder or in `--dump-dir`, and check its permissions.',
  },
  failedToReceiveTransaction: {
    cause: 'The transaction could not be received.',
    wayOut: 'Send it again.',
  },
  noTraceAvailable: {
    cause: 'There is no trace of this transaction.',
    wayOut: 'Ask for a transaction that is in a block.',
  },
  contractNotFound: {
    cause:
      'No contract is deployed at the address in this block. `data` names both, and says if the address is a class hash or was deployed later.',
    wayOut: 'Check the address and the block id, and that the deployment succeeded.',
  },
  entrypointNotFound: {
    cause:
      'The contract has no function with this selector. `data` names the function if a class of the chain knows the selector, with the one that may have been meant, or lists the functions that the contract has.',
    wayOut: 'Check the name of the function and the ABI that the client uses.',
  },
  blockNotFound: {
    cause: 'There is no block with this number or hash.',
    wayOut:
      'Ask for `latest`, or for a number up to that of `starknet_blockNumber`. A restart, a load or an abort removes blocks.',
  },
  invalidTransactionIndex: {
    cause: 'The block has fewer transactions.',
    wayOut: 'Ask `starknet_getBlockTransactionCount` first.',
  },
  classHashNotFound: {
    cause:
      'No class with this hash is declared in this block. `data` names it, and says if it is the address of a contract.',
    wayOut: 'Declare the class first, and check the block id.',
  },
  transactionHashNotFound: {
    cause: 'No transaction with this hash is known. A rejected transaction is never in a block.',
    wayOut: 'Check the answer of the request that sent it. A restart, a load or an abort removes transactions.',
  },
  pageSizeTooBig: {
    cause: 'The requested page of events is too large.',
    wayOut: 'Request fewer events with `chunk_size`, and use the continuation token.',
  },
  noBlocks: { cause: 'There are no blocks.', wayOut: 'Create one with `devnet_createBlock`.' },
  invalidContinuationToken: {
    cause: 'The continuation token is not one that this node gave for this filter.',
    wayOut: 'Start again without a token.',
  },
  tooManyKeysInFilter: {
    cause: 'The filter has too many keys: at most 10,000 are allowed.',
    wayOut: 'Use fewer keys, or several requests.',
  },
  contractError: {
    cause: 'A call reverted. `data.revert_error` has the nested errors; the innermost one is the reason.',
    wayOut: 'Read the reason in the log. Check the arguments, the caller and the state that the call needs.',
  },
  transactionExecutionError: {
    cause:
      'A transaction failed in an estimate or a simulation. `data` has its index and the nested errors; the innermost one is the reason.',
    wayOut: 'Read the reason in the log, and check the calls of the transaction. Nothing was changed or paid.',
  },
  storageProofNotSupported: {
    cause:
      'The node computes no state tries, or the block has none: it is open, was made without them, or was made on a fork. The message or `data` says which.',
    wayOut:
      'Start with `--state-commitments`, and ask for a block that was made with it. Without proofs, read values with `starknet_getStorageAt`.',
  },
  invalidContractClass: {
    cause: 'The class is not in a format that can be read. `data` says what is wrong where that is known.',
    wayOut: 'Send the class file of the compiler unchanged.',
  },
  classAlreadyDeclared: {
    cause: 'The class is already declared. `data` names it.',
    wayOut: 'Deploy contracts of it without declaring it again.',
  },
  invalidTransactionNonce: {
    cause:
      'The nonce is not the next one of the account. `data` has the nonce of the account and that of the transaction.',
    wayOut:
      'Read the nonce with `starknet_getNonce` at `pre_confirmed`. After a restart or a revert, clients that cache nonces must read them again.',
  },
  insufficientResourcesForValidate: {
    cause:
      'The resource bounds are too low for the prices of the block or for the least gas of such a transaction. `data` names each resource with the amount given and the amount needed.',
    wayOut: 'Estimate the fee and send bounds above it.',
  },
  insufficientAccountBalance: {
    cause: 'The bounds allow a fee that is higher than the balance of the account. `data` has both.',
    wayOut: 'Lower the bounds, or give the account more with `devnet_mint`.',
  },
  validationFailure: {
    cause:
      'The account refused the transaction, mostly because of the signature. `data` has what its `__validate__` returned. If the signature fits another chain id, nonce, version, tip or bounds, or the key of another predeployed account, a note in `data` says so. If it fits nothing of this, the note says to check the private key.',
    wayOut: 'Check the private key, the chain id that the client signs for, and the version of the transaction.',
  },
  compilationFailed: {
    cause: 'The Sierra program of the class cannot be compiled. `data` has the message of the compiler.',
    wayOut:
      'Send the class file of the compiler unchanged. See [Compiler](compiler.md) for the versions that are supported.',
  },
  classNotCompiled: {
    cause:
      'On a fork, `starknet_getCompiledCasm` was asked for a class of the origin that cannot be compiled here, a newer Sierra for example, and the origin gives no compiled form of it. `data.compilation_error` has the message of the compiler.',
    wayOut: 'Update Starbox, or fork from a node that has `starknet_getCompiledCasm`.',
  },
  contractClassSizeTooLarge: {
    cause: 'The class is larger than the limits of the network.',
    wayOut:
      'Make the contract smaller, or raise `--maximum-contract-class-size`, `--maximum-contract-bytecode-size` or `--maximum-sierra-length`.',
  },
  nonAccount: {
    cause: 'The sender is not an account contract.',
    wayOut: 'Send the transaction from an account.',
  },
  duplicateTransaction: {
    cause: 'The same transaction was sent before.',
    wayOut: 'Use the next nonce to repeat what it did.',
  },
  compiledClassHashMismatch: {
    cause:
      'The compiled class hash of the declaration is not that of the class. `data` has both, and says if the given one is the Poseidon hash that Starknet used before 0.14.1.',
    wayOut:
      'Update the client so that it computes the BLAKE2s hash, or let it send the expected one. A CASM file of another compiler version has another hash, too.',
  },
  unsupportedTransactionVersion: {
    cause: 'Only transactions of version 3 are supported.',
    wayOut: 'Update the client, or set its transaction version to 3.',
  },
  unsupportedContractClassVersion: {
    cause: 'The version of the class is not supported.',
    wayOut: 'Compile the contract with a version of Cairo that is supported.',
  },
  unexpectedError: { cause: 'Something unexpected happened. `data` says what.', wayOut: 'Follow the text in `data`.' },
  replacementUnderpriced: {
    cause:
      'Only with [`--gateway-rules refuse`](gateway.md) or [`--mempool-rules network`](mempool.md): the open block or the mempool has a transaction of the same sender with the same nonce, and this one does not offer enough to replace it.',
    wayOut:
      'Use the next nonce. In the mempool and on the networks: raise the tip and the price bound of L2 gas by 10 % each.',
  },
  feeBelowMinimum: {
    cause:
      'Only with [`--gateway-rules refuse`](gateway.md) or [`--mempool-rules network`](mempool.md): the price bound of L2 gas is below the least that the networks accept, or below the price. `data` names both.',
    wayOut:
      'Raise the price bound. If it comes from an estimate, raise the price of the chain: `--l2-gas-price-fri 8000000000`.',
  },
  invalidSubscriptionId: {
    cause: 'This connection has no such subscription.',
    wayOut: 'Use the id that the subscription answered with, on the same WebSocket.',
  },
  tooManyAddressesInFilter: {
    cause: 'The filter has too many addresses: at most 10,000 are allowed.',
    wayOut: 'Use fewer addresses, or several requests or subscriptions.',
  },
  tooManyBlocksBack: {
    cause: 'The subscription begins too far in the past.',
    wayOut: 'Begin at most 1,024 blocks back, and read earlier blocks with requests.',
  },
  invalidProof: {
    cause: 'The proof does not belong to the proof facts of the transaction.',
    wayOut: 'Request the proof from this node, or start with another `--proof-mode`.',
  },
};

/** The anchor of an error in docs/errors.md is `error-CODE`. */
const section = (kind: ErrorKind): string => {
  const { code, message } = errors[kind];
  const { cause, wayOut } = help[kind];
  return [`## Error ${code}`, `**${message}**`, `${cause}`, `What to do: ${wayOut}`].join('\n\n');
};

/** The text of docs/errors.md. */
export function errorPage(): string {
  const kinds = (Object.keys(errors) as ErrorKind[]).sort((a, b) => errors[a].code - errors[b].code);
  const rows = kinds.map((kind) => `| [${errors[kind].code}](#error-${errors[kind].code}) | ${errors[kind].message} |`);
  return `${[
    '# Errors',
    '<!-- Written by `npm run reference` from src/protocol/errors.ts and scripts/errorHelp.ts. Do not edit. -->',
    'Every error that a request can be answered with. Code and message are those of the Starknet specification and of starknet-devnet. `data` names the thing that the error is about, and is a text unless this page says otherwise. Where the specification has no `data`, it is an addition, which [strict answers](configuration.md#strict-answers) leave out. The log shows the same text after the message.',
    ['| Code | Message |', '|---|---|', ...rows].join('\n'),
    ...kinds.map(section),
  ].join('\n\n')}\n`;
}
