import type { Sandbox, SandboxAccount } from '../../src/library/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: the contracts of the suites have no typed ABIs here
export type AnyContract = any;

/** What a test gets: a clone of the prepared chain, the contract on it, and accounts. */
export interface Tested {
  readonly box: Sandbox;
  readonly contract: AnyContract;
  readonly owner: SandboxAccount;
  readonly alice: SandboxAccount;
  readonly bob: SandboxAccount;
  /** Deploys another contract of the same class. */
  readonly deploy: (box: Sandbox, args: readonly unknown[]) => Promise<AnyContract>;
}

/** Tests of a contract that any runner can run. */
export interface Suite {
  readonly contract: 'Token' | 'Vault' | 'Coin';
  readonly arguments: (box: Sandbox) => readonly unknown[];
  readonly tests: Readonly<Record<string, (given: Tested) => Promise<void>>>;
}
