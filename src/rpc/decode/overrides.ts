import { list, optional, struct } from './decoder.ts';
import { address, felt } from './felt.ts';
import { storageKeyOrPath, storedValue } from './storagePath.ts';
import { amount, index, wholeNumber } from './wholeNumber.ts';

/** What is other than on the chain while transactions are tried out. */
export const overrides = struct('Overrides', {
  time: optional(wholeNumber(64)),
  block_number: optional(index),
  storage: optional(
    list(
      struct('StorageOverride', { contract_address: address, key: storageKeyOrPath, value: storedValue }),
      'overrides',
    ),
  ),
  balances: optional(list(struct('BalanceOverride', { address, amount, token: optional(address) }), 'overrides')),
  classes: optional(list(struct('ClassOverride', { contract_address: address, class_hash: felt }), 'overrides')),
  nonces: optional(list(struct('NonceOverride', { contract_address: address, nonce: felt }), 'overrides')),
});
