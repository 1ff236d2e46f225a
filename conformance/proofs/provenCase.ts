/** An answer of getStorageProof, and what the state has that it is about: a line for the verifier. Numbers are written in hexadecimal. */
export interface ProvenCase extends ProvenFacts {
  /** The text of the answer. */
  readonly answer: string;
  readonly root: bigint;
  /** The whole state, if its roots are to be computed again. */
  readonly whole?: ProvenFacts | undefined;
}

export interface ProvenFacts {
  /** Classes with their compiled class hash; zero if there is no such class. */
  readonly classes: readonly (readonly [bigint, bigint])[];
  /** Contracts in the order of the request; with zeros if there is no such contract. */
  readonly contracts: readonly ProvenContract[];
}

export interface ProvenContract {
  readonly address: bigint;
  readonly class_hash: bigint;
  readonly nonce: bigint;
  readonly cells: readonly (readonly [bigint, bigint])[];
}

/** The line of a case. The answer is in it as it was written. */
export function caseLine({ answer, ...facts }: ProvenCase): string {
  const text = JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? `0x${value.toString(16)}` : value));
  return `{"answer":${answer},${text.slice(1)}\n`;
}
