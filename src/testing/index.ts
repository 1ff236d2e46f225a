// starbox/testing: sandboxes for tests, matchers and assertions. It imports no test runner.
import './platform.ts';

export type { AddressLike } from '../library/index.ts';
export type { AskedWallet } from './asked.ts';
export {
  assertAskedTo,
  assertChangesBalance,
  assertChangesBalances,
  assertEmits,
  assertMatchesGasSnapshot,
  assertReverts,
  assertUsesAtMost,
  SandboxAssertionError,
} from './assertions.ts';
export type { BalanceChange, BalanceOptions, TokenLike } from './balances.ts';
export type { TestSandboxOptions } from './base.ts';
export type { EventMembersOf, EventNameOf } from './events.ts';
export type { ExploreClock, FakeTimers } from './explore/clock.ts';
export type { Disturbance, DisturbanceKind, PriceMove, Reordering, Schedule } from './explore/disturbance.ts';
export { type ExploreOptions, type ExploreReport, explore } from './explore/explore.ts';
export { ExploreError } from './explore/exploreError.ts';
export type { ExploreBody, ExploreContext } from './explore/runSchedule.ts';
export type { Sequence, Step } from './fuzz/action.ts';
export type { ActionCount } from './fuzz/campaign.ts';
export { fuzz } from './fuzz/fuzz.ts';
export { type HintsOptions, hintsOf } from './fuzz/hintsOf.ts';
export { invariant } from './fuzz/invariant.ts';
export { InvariantError } from './fuzz/invariantError.ts';
export type {
  ActionContext,
  CheckContext,
  FuzzOptions,
  InvariantOptions,
  MoveName,
  UpgradeCheckOptions,
  UserAction,
} from './fuzz/options.ts';
export type { InvariantReport } from './fuzz/report.ts';
export type { LastStep } from './fuzz/runSequence.ts';
export { upgradeCheck } from './fuzz/upgradeCheck.ts';
export { argumentsOf } from './fuzz/values/abiValues.ts';
export { type ArbitraryLike, arbitrary, type FastCheck, type ValuesLike } from './fuzz/values/fastCheck.ts';
export { between } from './fuzz/values/integers.ts';
export { type Hints, KnownAddress, oneOf, type Values } from './fuzz/values/values.ts';
export type { ActorLike, ContractLike, NamedActors, NamedContracts } from './fuzz/world.ts';
export type { ResourceLimits } from './gas.ts';
export type { GasSnapshotOptions } from './gasSnapshot.ts';
export type { Hooks, RunningTest } from './hooks.ts';
export { type MatcherResult, matchers, type SandboxMatchers } from './matchers.ts';
export { type TrackedBox, trackSandbox } from './trackedBoxes.ts';
export { type SandboxFixture, type UseSandboxOptions, useSandbox } from './useSandbox.ts';
export { type SandboxTest, withSandbox } from './withSandbox.ts';
