import type { Sandbox } from '../library/sandbox.ts';
import { isRecordPlace } from '../rpc/record/recordPlace.ts';

/** How a chain of an agent began, so that a test can begin in the same way. */
export interface Beginning {
  /** The options of a sandbox that begins so. Files are named as the agent did, from the folder of the project. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether it is the chain of a running node, or a copy of it. */
  readonly isOfNode: boolean;
  /** About when it began, on its own clock: times from then on differ from run to run. */
  readonly since: number;
}

/** The files that a chain was started from. */
export interface StartFiles {
  readonly state?: string | undefined;
  readonly record?: string | undefined;
}

const USUAL_ACCOUNTS = 10;
/** Blocks may be some seconds behind the clock. */
const LEEWAY_SECONDS = 10;

export async function beginningOf(box: Sandbox, { state, record }: StartFiles, isOfNode: boolean): Promise<Beginning> {
  const [config, overview] = await Promise.all([box.request('devnet_getConfig'), box.request('devnet_getOverview')]);
  const { seed, total_accounts: accounts, block_generation_on: blocks, fork_config: fork } = config;
  const block = fork.block_number === null ? {} : { block: fork.block_number };
  // A fork without a node or a record is in the file that the chain came from.
  const isInFile = fork.url !== null && !/^https?:/.test(fork.url) && !isRecordPlace(fork.url);
  const file = state ?? (isInFile ? fork.url : undefined);
  const origin = record !== undefined ? { record } : fork.url === null || isInFile ? undefined : { url: fork.url };
  // A state file has its own accounts.
  const own = { seed, ...(accounts !== USUAL_ACCOUNTS && { accounts }) };
  return {
    options: {
      ...(file === undefined ? own : { state: file }),
      ...(blocks === 'demand' && { blockGenerationOn: blocks }),
      ...(origin && { fork: { ...origin, ...block } }),
    },
    isOfNode,
    since: Number(overview.clock.next_block_timestamp) - LEEWAY_SECONDS,
  };
}
