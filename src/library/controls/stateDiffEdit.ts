import {
  type AddressLike,
  type AmountLike,
  addressText,
  type FeltLike,
  feltText,
  readAmount,
  toHex,
} from '../values.ts';

/**
 * Direct changes of the state: all of them are made, or none.
 *
 * @example
 * await box.applyStateDiff({
 *   storage: [{ address: token, key: '0x5', value: 7n }],
 *   nonces: [{ address: account, nonce: 3 }],
 * });
 */
export interface StateDiffEdit {
  readonly storage?: readonly { readonly address: AddressLike; readonly key: FeltLike; readonly value: FeltLike }[];
  readonly nonces?: readonly { readonly address: AddressLike; readonly nonce: AmountLike }[];
  /** Contracts that are put at an address without running a constructor. */
  readonly deployed?: readonly { readonly address: AddressLike; readonly classHash: FeltLike }[];
  /** Contracts whose class is replaced. */
  readonly replaced?: readonly { readonly address: AddressLike; readonly classHash: FeltLike }[];
  /** Classes to declare without a transaction: the JSON of class files. */
  readonly classes?: readonly object[] | undefined;
}

/** The JSON of a class, which the node checks. */
type AnyClass = { readonly [member: string]: unknown };

/** The parameters of `devnet_applyStateDiff`. */
export function wireStateDiff({
  storage = [],
  nonces = [],
  deployed = [],
  replaced = [],
  classes = [],
}: StateDiffEdit) {
  const cells = new Map<string, { readonly key: string; readonly value: string }[]>();
  for (const [i, { address, key, value }] of storage.entries()) {
    const contract = addressText(address, `storage[${i}].address`);
    const cell = { key: feltText(key, `storage[${i}].key`), value: feltText(value, `storage[${i}].value`) };
    const others = cells.get(contract);
    if (others) others.push(cell);
    else cells.set(contract, [cell]);
  }
  return {
    state_diff: {
      // The node wants each contract once.
      storage_diffs: [...cells].map(([address, storage_entries]) => ({ address, storage_entries })),
      nonces: nonces.map(({ address, nonce }, i) => ({
        contract_address: addressText(address, `nonces[${i}].address`),
        nonce: toHex(readAmount(nonce, `nonces[${i}].nonce`, 251)),
      })),
      deployed_contracts: deployed.map(({ address, classHash }, i) => ({
        address: addressText(address, `deployed[${i}].address`),
        class_hash: feltText(classHash, `deployed[${i}].classHash`),
      })),
      replaced_classes: replaced.map(({ address, classHash }, i) => ({
        contract_address: addressText(address, `replaced[${i}].address`),
        class_hash: feltText(classHash, `replaced[${i}].classHash`),
      })),
    },
    ...(classes.length === 0 ? {} : { classes: classes.map((json) => ({ contract_class: json as AnyClass })) }),
  };
}
