import type { SystemClasses } from '../../chain/config.ts';
import type { FaultRule, FaultSettings } from '../../faults/faultRule.ts';
import type { FetchLike } from '../../fork/transport.ts';
import type { GatewayMode } from '../../gateway/gateway.ts';
import type { JournalEntry } from '../../rpc/journal/journalEntry.ts';
import { fromCaller } from '../../text/callerStack.ts';
import type { ScheduledVariableInput } from '../controls/marketTypes.ts';
import type { PaymasterSettingsInput } from '../controls/paymasterTypes.ts';
import type { StateSource } from '../files/stateSource.ts';
import type { AmountLike } from '../values.ts';
import type { ChainOptions } from './optionTypes.generated.ts';

/** A class: the parsed JSON of a class file, or its text. */
export type ClassJson = string | object;

/** The node that a sandbox forks. */
export type ForkOptions = ForkedNode | ForkedRecord;

/** A node that is asked over the network. */
interface ForkedNode extends ForkedBlock {
  /** The URL of its JSON-RPC. */
  readonly url: string;
  readonly record?: undefined;
}

/** What a node answered earlier. */
interface ForkedRecord extends ForkedBlock {
  /** A record of the node, as `starbox record` makes it: its bytes, or its path or file: URL. Nothing is asked over the network then. */
  readonly record: StateSource;
  readonly url?: undefined;
}

interface ForkedBlock {
  /** The block to fork at. Default: the latest one. */
  readonly block?: AmountLike | undefined;
}

/** The L1 that messages are exchanged with. */
export interface L1Options {
  /** The URL of an L1 node, or `'mock'` for an L1 inside this process, which `auto` alone means too. */
  readonly url?: string | undefined;
  /** Exchange messages after each block. Default: false. */
  readonly auto?: boolean | undefined;
}

/** Classes that replace the built-in ones. */
export type SystemClassOptions = { readonly [K in keyof SystemClasses]?: ClassJson | undefined };

/**
 * How a sandbox starts. The options are those of the command line in camelCase, with the same defaults and the same
 * checks; an option that does not exist is an error.
 *
 * @example
 * const box = await Sandbox.create({ accounts: 3, seed: 7, blockGenerationOn: 'demand' });
 */
export interface SandboxOptions extends ChainOptions {
  /** A Sierra class for the predeployed accounts instead of the class that `accountClass` names. */
  readonly accountClassCustom?: ClassJson | undefined;
  /** Classes that replace the built-in ones. */
  readonly systemClasses?: SystemClassOptions | undefined;
  /**
   * Folders with the build output of Scarb, from which explanations take contract names, Cairo functions and source lines. Default:
   * `target/dev` and `target/release` beside each Scarb.toml of the working folder and the folders above it. Their files are read
   * only when something is explained. An empty list turns this off.
   */
  readonly artifacts?: readonly string[] | undefined;
  /**
   * Folder for the disk cache of compiled classes, which all processes share, those of the command too; `'off'` disables the cache, and
   * each process compiles the classes that it uses. Default: the folder in the environment variable STARBOX_CLASS_CACHE, or the one in
   * your user's cache folder. A browser has none.
   */
  readonly classCache?: string | undefined;
  /**
   * Collects what all transactions and calls use from now on, in clones too, for `gasReport`. Without it, `gasReport` runs the
   * transactions of the chain again. With a folder, what was collected is also written there when the sandbox is closed, and
   * `starbox gas FOLDER` makes one report of it. Sandboxes of `starbox/testing` use the folder in the environment variable
   * STARBOX_GAS_REPORT. Default: false.
   */
  readonly gasReport?: boolean | string | undefined;
  /**
   * Counts which lines, functions and branches of your Cairo code run from now on, in clones too, for `coverage`. With a folder, the
   * coverage is also written there when the sandbox is closed, and `starbox coverage FOLDER` makes reports of it. Sandboxes of
   * `starbox/testing` use the folder in the environment variable STARBOX_COVERAGE. Default: false.
   */
  readonly coverage?: boolean | string | undefined;
  /** The node to fork: `{ url }` is enough, or `{ record }`. */
  readonly fork?: ForkOptions | undefined;
  /** The L1 to exchange messages with: `{ url }` is enough. */
  readonly l1?: L1Options | undefined;
  /** Used instead of the platform's `fetch` to reach the fork's origin: another sandbox's `fetch`, for example. */
  readonly fetch?: FetchLike | undefined;
  /**
   * A state file to start from, as `saveState` makes it: its bytes, or its path or URL. Its chain id, seed, accounts and balances come with it, as do
   * prices and block mode unless they are given too. An option that contradicts the file is an error.
   */
  readonly state?: StateSource | undefined;
  /** Keeps the list of requests that `dump` returns. Default: true. */
  readonly journal?: boolean | undefined;
  /**
   * Whether clients get exactly the answers of starknet-devnet, over `fetch`, `listen` and WebSockets: without help in the `data` of errors.
   * The messages of a `SandboxError` keep it. Default: false.
   */
  readonly strictAnswers?: boolean | undefined;
  /**
   * What happens to transactions that the networks refuse before they run, because of their price, gas, size or class: nothing, a warning on
   * the console for each kind, or an error. With `'refuse'` the L2 gas price is the least of the networks, unless it is given. Default: `'off'`.
   */
  readonly gatewayRules?: GatewayMode | undefined;
  /**
   * Storage variables and their values by block, such as `[{ contract: oracle, variable: 'price', values: { 120: 2_000n } }]`, for contracts that the
   * chain has when it starts: on a fork, or from a state file or a dump. `box.market.setState` does it later.
   */
  readonly stateSchedule?: readonly ScheduledVariableInput[] | undefined;
  /**
   * Faults that disturb clients of the sandbox and of its clones from the start, as `box.faults.set` takes them. Default: none.
   */
  readonly faults?: FaultSettings | readonly FaultRule[] | undefined;
  /**
   * A paymaster (SNIP-29) for clients of `box.listen()` at `/paymaster`, with these settings or, if true, the usual ones. `box.paymaster` turns it on
   * later. Default: off.
   */
  readonly paymaster?: boolean | PaymasterSettingsInput | undefined;
  /** Requests to repeat on the new chain, as `dump` returns them. */
  readonly dump?: readonly JournalEntry[] | undefined;
}

/**
 * An option that cannot be used. The message names the option and what it can be.
 *
 * @example
 * await Sandbox.create({ accounts: -1 }).catch((error) => error instanceof SandboxOptionError); // true
 */
export class SandboxOptionError extends TypeError {
  override readonly name = 'SandboxOptionError';

  /** @internal */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    fromCaller(this);
  }
}
