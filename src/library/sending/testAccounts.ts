const made = new WeakSet<object>();
/** The addresses of the accounts that were made in a sandbox. Its clones have the same list. */
const addresses = new WeakMap<object, Set<string>>();

function addressesOf(box: object): Set<string> {
  let known = addresses.get(box);
  if (!known) addresses.set(box, (known = new Set()));
  return known;
}

/** Remembers an account that `createAccount` has made in a sandbox. */
export function markTestAccount(box: object, account: { readonly address: string }): void {
  made.add(account);
  addressesOf(box).add(account.address);
}

/** Lets a clone know the accounts of its original. */
export const shareTestAccounts = (box: object, clone: object): void => void addresses.set(clone, addressesOf(box));

/** Whether `createAccount` has made this account, or one with this address in this sandbox, so that it is one for tests. */
export const isTestAccount = (account: unknown, box: object | undefined, address: string): boolean =>
  (typeof account === 'object' && account !== null && made.has(account)) ||
  (box !== undefined && addresses.get(box)?.has(address) === true);
