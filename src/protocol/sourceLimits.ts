import type { JsonLimits } from '../json/checkJson.ts';

/** Limits on what the files of a start and other nodes give. Those on clients are in limits.ts. */
export const sourceLimits = {
  /** The JSON of a file given at start: a line of a state file, with a whole block, or a class with its debug information. */
  fileJson: { depth: 128, values: 8_000_000, digits: 400 } satisfies JsonLimits,
  /** The classes of an exported transaction, and the values that all its JSON has together, counted as in one text. */
  exportedClasses: 256,
  exportedValues: 16_000_000,
  /** The answers of an origin in an exported transaction, and the bytes of those among them that the transaction does not need. */
  exportedAnswers: 100_000,
  exportedAnswerBytes: 32 * 2 ** 20,
  /** The JSON of another node's answer. The largest is a block of traces, which nest two levels per call. */
  answerJson: { depth: 1024, values: 2_000_000, digits: 400 } satisfies JsonLimits,
  /** Bytes of another node's decompressed answer. */
  answerBytes: 64 * 2 ** 20,
  /** Bytes of a file that an option names, and its JSON: a hundred rules of faults with a thousand points each fit. */
  optionFileBytes: 2 ** 20,
  optionJson: { depth: 16, values: 250_000, digits: 400 } satisfies JsonLimits,
  /** Bytes of an unpacked record of another node's answers. */
  recordBytes: 256 * 2 ** 20,
} as const;
