/** Why something differs, where that is known. */
export interface KnownDifference {
  readonly source: string;
  readonly what: string;
  readonly reason: string;
}

export const knownDifferences: readonly KnownDifference[] = [
  {
    source: 'transactions without blocks',
    what: 'transaction hash',
    reason: 'an L1 handler without its nonce, and a transaction of a test file that does not tell its chain',
  },
  {
    source: 'sepolia-8894544 executed',
    what: 'change of the state',
    reason:
      'a fault of the network: one transaction ran on Cairo Native, where `array_slice` beyond the end succeeded. The fee that it paid is that of the branch which Cairo does not take',
  },
];

export const reasonFor = (source: string, what: string): string | undefined =>
  knownDifferences.find((known) => known.source === source && known.what === what)?.reason;
