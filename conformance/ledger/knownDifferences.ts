/** Why something differs, where that is known. */
export interface KnownDifference {
  readonly source: string;
  readonly what: string;
  readonly reason: string;
}

const WITHOUT_NONCE = 'the block does not show the nonce of its L1 handler, which is part of the hash';

export const knownDifferences: readonly KnownDifference[] = [
  { source: 'goerli-47543', what: 'transaction hash', reason: WITHOUT_NONCE },
  { source: 'goerli-77881', what: 'transaction hash', reason: WITHOUT_NONCE },
  { source: 'mainnet-1059', what: 'transaction hash', reason: WITHOUT_NONCE },
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
