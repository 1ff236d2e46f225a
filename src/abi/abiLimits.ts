/** Bounds on ABIs and on values: ABIs and felts come from anybody. Each is far above what real contracts have. */
export const abiLimits = {
  /** Characters of an ABI as JSON text. */
  textChars: 16 * 2 ** 20,
  /** Items, parameters, members and variants of one ABI together. */
  entries: 100_000,
  /** Characters of a name or of the text of a type. */
  typeChars: 8192,
  /** Types inside one another in the text of a type. */
  typeDepth: 32,
  /** Values inside one another. */
  valueDepth: 64,
  /** Values of one call, result or event together. A type may have values of no felts, so felts alone bound nothing. */
  values: 1_000_000,
  /** Events of one ABI after the enums of components are flattened. */
  events: 10_000,
} as const;
