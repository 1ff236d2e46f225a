import type { Sandbox, SandboxAccount } from '../../src/library/index.ts';
import type { MutantKind } from '../../src/tools/mutants/findMutants.ts';

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
  readonly contract: 'Token' | 'Vault' | 'Pool' | 'Coin';
  readonly arguments: (box: Sandbox) => readonly unknown[];
  /** The kinds of mutants that are compared with changes of the source; all unless they are given. */
  readonly compared?: readonly MutantKind[];
  readonly tests: Readonly<Record<string, (given: Tested) => Promise<void>>>;
}
