/** Why an L1 does not do what a client asks for. Each kind has a code where requests are answered. */
export type EthErrorKind =
  | 'invalidParams'
  | 'unknownMethod'
  | 'notFound'
  /** A transaction that cannot be in a block. */
  | 'refused'
  /** A call that reverted, with the data that it returned. */
  | 'reverted'
  /** A call that failed otherwise, such as one out of gas. */
  | 'failed';

/** An error that clients of Ethereum get. They look for some words in the message, and decode the data of a revert. */
export class EthError extends Error {
  override readonly name = 'EthError';
  readonly kind: EthErrorKind;
  readonly data: string | undefined;

  constructor(kind: EthErrorKind, message: string, data?: string) {
    super(message);
    this.kind = kind;
    this.data = data;
  }
}

export const invalidParams = (text: string): EthError => new EthError('invalidParams', text);

/** The chain has no L1, or one without an EVM in this process. */
export const noEvm = (): EthError =>
  new EthError('failed', 'There is no EVM here: the L1 of this chain is another one.');
