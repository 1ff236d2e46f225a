import type { SandboxOptions } from '../../library/options/sandboxOptions.ts';
import { ToolError } from '../answer.ts';
import { flag, integer, object, optional, text, word } from '../input.ts';
import { checkFork, readablePath } from '../permissions.ts';
import { RecordedOrigin } from '../recordedOrigin.ts';
import { tool } from '../tool.ts';
import type { Workbench } from '../workbench.ts';
import { overviewOf } from './state.ts';

/** Begins anew, with a chain of its own or with what another node or a file has. */
export const start = tool({
  name: 'start',
  description:
    'Begin anew: a new chain with funded accounts, a fork of another node, or the chain of a state file. All branches are dropped. Other tools start a usual chain by themselves, so call this only for options. Without options it attaches to the running node, if starbox serves one.',
  input: {
    accounts: optional(integer('How many funded accounts there are. Default: 10.', 1, 50)),
    seed: optional(
      integer('A number that decides the accounts. Default: 1, the same accounts every time.', 0, 4294967295),
    ),
    blocks: optional(
      word('When blocks are made: after each transaction, or only when control mines.', 'transaction', 'demand'),
    ),
    fork: optional(
      object('Fork a node: its state is read when needed, nothing is sent to it.', {
        url: optional(text('The URL of its JSON-RPC; the user must have allowed it with --allow-fork.')),
        record: optional(text('A .record file of the project in place of a URL; needs no network.')),
        block: optional(integer('The block to fork at. Default: the latest.', 0, Number.MAX_SAFE_INTEGER)),
      }),
    ),
    state: optional(text('A state file of the project (.starbox) to go on from. That of a fork needs fork too.')),
    private: optional(flag('A usual chain of its own, also if starbox serves a node.')),
  },
  changes: true,
  destroys: true,
  reachesOut: true,
  run: async (bench, given) => {
    const origin = given.fork?.url === undefined ? undefined : new RecordedOrigin(given.fork.url);
    const options = await readOptions(bench, given, origin);
    const isUsual = Object.keys(options).length === 0 && !given.private;
    const files = { state: given.state, record: given.fork?.record };
    const branch = await bench.start(isUsual ? undefined : { options, files, origin });
    const what = branch.isShared
      ? 'Attached to the running node: main is its chain.'
      : given.fork
        ? 'A fork is there. Contracts of its node have no names yet: use them by their addresses, and they are Contract, Contract2 and so on.'
        : 'A new chain is there.';
    const { text: overview, data } = await overviewOf(bench, branch);
    return { text: `${what} ${overview}`, data };
  },
});

interface Given {
  readonly accounts: number | undefined;
  readonly seed: number | undefined;
  readonly blocks: 'transaction' | 'demand' | undefined;
  readonly fork:
    | { readonly url: string | undefined; readonly record: string | undefined; readonly block: number | undefined }
    | undefined;
  readonly state: string | undefined;
}

async function readOptions(
  { permissions }: Workbench,
  { accounts, seed, blocks, fork, state }: Given,
  origin: RecordedOrigin | undefined,
): Promise<SandboxOptions> {
  const block = fork?.block === undefined ? {} : { block: fork.block };
  return {
    ...(accounts !== undefined && { accounts }),
    ...(seed !== undefined && { seed }),
    ...(blocks && { blockGenerationOn: blocks }),
    ...(state !== undefined && { state: await readablePath(state, permissions) }),
    ...(fork && (await forkOptions(fork, block, permissions))),
    ...(origin && { fetch: origin.fetch }),
  };
}

async function forkOptions(
  { url, record }: NonNullable<Given['fork']>,
  block: { readonly block?: number },
  permissions: Workbench['permissions'],
): Promise<SandboxOptions> {
  if ((url === undefined) === (record === undefined)) throw new ToolError('fork takes either url or record.');
  if (record !== undefined) return { fork: { record: await readablePath(record, permissions), ...block } };
  checkFork(url!, permissions);
  return { fork: { url: url!, ...block } };
}
