/** Why L1 could not be used. The message has the words clients know from the public sandbox; `help` says what to do. */
export class L1Error extends Error {
  override readonly name = 'L1Error';
  readonly help: string | undefined;

  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}

/** A transaction that was sent and not answered: L1 may have it or not. */
export class L1UnansweredError extends L1Error {
  readonly transactionHash: bigint;

  constructor({ message, help }: L1Error, transactionHash: bigint) {
    super(message, `${help ?? ''} Whether it has the transaction is found out by the next flush.`.trim());
    this.transactionHash = transactionHash;
  }
}

/** An error that the L1 node answered with. */
export class L1ResponseError extends L1Error {
  /** Code and message, as the node gave them. */
  readonly words: string;

  constructor(method: string, code: unknown, message: unknown) {
    const words = `error code ${typeof code === 'number' ? code : 'unknown'}: ${String(message ?? '').slice(0, 500)}`;
    super(`RpcError: ${words}`, `The L1 node refused ${method}.`);
    this.words = `server returned an error response: ${words}`;
  }
}
