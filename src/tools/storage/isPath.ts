/** Whether a key is a path of names such as `balances[0x64b4]`, and not the felt of a key. */
export const isPath = (key: unknown): key is string => typeof key === 'string' && /^[A-Za-z_]/.test(key);
