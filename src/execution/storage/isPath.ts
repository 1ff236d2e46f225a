/** Whether a text is a path of names such as `balances[0x64b4]`, and not a key. */
export const isPath = (text: string): boolean => /^[A-Za-z_]/.test(text);
