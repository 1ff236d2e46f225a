/** Random digits for names of files. node:crypto is loaded when it is used: most starts write no file. */
export const randomHex = (bytes: number): string =>
  process.getBuiltinModule('node:crypto').randomBytes(bytes).toString('hex');
