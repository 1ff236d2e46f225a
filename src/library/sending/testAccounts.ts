const made = new WeakSet<object>();

/** Remembers an account that `createAccount` has made. */
export const markTestAccount = (account: object): void => void made.add(account);

/** Whether `createAccount` has made this account, so that it is one for tests. */
export const isTestAccount = (account: unknown): boolean =>
  typeof account === 'object' && account !== null && made.has(account);
