import type { PredeployedAccount } from '../../chain/genesis/accounts.ts';
import { type Hex, toHex } from '../values.ts';

/** An account that is deployed and funded from the start. */
export interface SandboxAccount {
  readonly address: Hex;
  readonly publicKey: Hex;
  readonly privateKey: Hex;
  /** What it had at the start, in WEI and in FRI. */
  readonly initialBalance: bigint;
}

/**
 * The predeployed accounts. Ten are there unless the option `accounts` says otherwise, so ten are known to the compiler: `const [alice, bob] =
 * box.accounts` needs no check with `noUncheckedIndexedAccess`, which `tsc --init` sets.
 */
export type SandboxAccounts = readonly [...Ten<SandboxAccount>, ...SandboxAccount[]];

type Ten<T> = [T, T, T, T, T, T, T, T, T, T];

/** An account of the genesis as users see it. */
export const accountOf = ({ address, publicKey, privateKey, initialBalance }: PredeployedAccount): SandboxAccount => ({
  address: toHex(address),
  publicKey: toHex(publicKey),
  privateKey: toHex(privateKey),
  initialBalance,
});
