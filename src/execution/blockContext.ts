import type { FeltKey } from '../felt/key.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import type { Cheats } from './cheatRun.ts';

/** A gas price in both tokens. */
export interface GasPrice {
  readonly wei: bigint;
  readonly fri: bigint;
}

/** The prices of one unit of each gas, never zero. */
export interface GasPrices {
  readonly l1Gas: GasPrice;
  readonly l1DataGas: GasPrice;
  readonly l2Gas: GasPrice;
}

/** What a transaction sees of its block and its chain. */
export interface BlockContext {
  readonly number: number;
  /** Seconds since 1970. */
  readonly timestamp: bigint;
  readonly sequencerAddress: FeltKey;
  readonly prices: GasPrices;
  /** Whether state changes are published as blobs (as in all blocks here) or as calldata. */
  readonly blobDa: boolean;
  readonly chainId: FeltKey;
  /** The token contracts that fees are paid in. V3 transactions pay in STRK. */
  readonly feeTokens: { readonly eth: FeltKey; readonly strk: FeltKey };
  readonly constants: ProtocolConstants;
  /** Undefined while there are none. */
  readonly cheats?: Cheats | undefined;
}
