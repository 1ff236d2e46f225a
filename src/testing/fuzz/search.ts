// What `invariant` and `fuzz` have in common: sequences are drawn, run and kept, and the first that fails is thrown.
import type { Action } from './action.ts';
import { type Campaign, runCampaign } from './campaign.ts';
import { emitTest } from './emitTest.ts';
import { errorOf, fileOf } from './failureText.ts';
import { keepSequences, keptSequences, leftOutWarning } from './keptSequences.ts';
import { type CommonOptions, readCount } from './options.ts';
import { Progress } from './progress.ts';
import { claimReport, type InvariantReport, progressLine, summaryLine, writeReport } from './report.ts';
import type { LastStep, Subject } from './runSequence.ts';
import { sequenceOf } from './sequenceJson.ts';
import type { Repetition } from './sequenceText.ts';
import { readShard, shardFile, shardWarning } from './shard.ts';
import type { Setting, World } from './world.ts';

export interface SearchOptions extends Omit<CommonOptions<unknown, unknown>, 'contracts' | 'args'> {
  readonly calls: readonly Action[];
  readonly moves: readonly Action[];
  readonly problems: readonly string[];
  /** Whether it is an error if nothing changes the chain. */
  readonly needsChanges?: boolean | undefined;
  readonly runs: number;
  readonly depth: number;
  readonly subject: Omit<Subject, 'actions'>;
  /** Whether the check has looked at nothing but the chain. */
  readonly checksChainOnly: () => boolean;
  /** What to do if nothing but reverts happened. */
  readonly help?: string | undefined;
  readonly repetition: Repetition;
  /** What the report tells of gas, when all is done. */
  readonly gas?: InvariantReport['gas'];
}

/** What actions are given of a world. */
export const contextOf = (world: World) => ({
  ...world.contracts,
  box: world.box,
  actors: world.setting.namedActors,
  ghosts: world.ghosts,
});

/** The check of a user as a subject has it. It is noted whether it looks at anything but the chain. */
export function checkOf(check: ((context: never) => unknown) | undefined) {
  let readsMore = false;
  return {
    check: (world: World, last: LastStep | undefined) => {
      const { actors, ghosts, ...chain } = contextOf(world);
      for (const [name, value] of Object.entries({ actors, ghosts, last })) {
        const get = () => {
          readsMore = true;
          return value;
        };
        Object.defineProperty(chain, name, { get, enumerable: true });
      }
      return check?.(chain as never);
    },
    checksChainOnly: () => !readsMore,
  };
}

/** Looks for a sequence that fails, and throws it. */
export async function search(name: string, setting: Setting, options: SearchOptions): Promise<InvariantReport> {
  const { calls, moves, problems, runs, depth, corpus: folder, guided = true, needsChanges = false } = options;
  const seed = readCount(options.seed, 'seed', 0, 0);
  const shard = readShard();
  const reportFile = options.report === undefined ? undefined : shardFile(options.report, shard);
  if (reportFile !== undefined) claimReport(reportFile, name);
  const actions = new Map([...calls, ...moves].map((action) => [action.name, action]));
  const actors = setting.actors.map(({ known }) => known.name);
  const names = { actions, actors, addresses: setting.hints.addresses };
  const given = options.sequence && sequenceOf(options.sequence, names);
  if (options.sequence && !given)
    throw new TypeError('sequence names an action or an actor that this test does not have.');
  const { sequences: kept, unread } = given
    ? { sequences: [{ steps: given, file: undefined }], unread: [] }
    : folder === undefined
      ? { sequences: [], unread: [] }
      : await keptSequences(folder, name, names);
  const progress = new Progress(options.progress);
  const campaign = await runCampaign(
    setting,
    { ...options.subject, actions },
    { calls, moves, actors },
    {
      runs: given ? 0 : runs,
      depth,
      seed,
      kept,
      guided,
      shard,
      progress: (now, shrinking) => progress.show(() => progressLine(name, now, runs, shrinking)),
    },
  );
  progress.end(summaryLine(name, campaign));
  const unused = given ? [] : shardWarning(shard, runs);
  const report: InvariantReport = {
    name,
    seed,
    sequences: campaign.sequences,
    calls: campaign.calls,
    reverted: campaign.reverted,
    places: campaign.places,
    corpus: campaign.corpus.length,
    ...(options.gas && { gas: options.gas }),
    actions: campaign.actions,
    warnings: [
      ...problems,
      ...leftOutWarning([...unread, ...campaign.leftOut]),
      ...unused,
      ...warningsOf(campaign, needsChanges, !given && unused.length === 0),
    ],
  };
  const { found } = campaign;
  const contracts = Object.keys(setting.contracts);
  const accounts = setting.box.accounts.map(
    (mine) => setting.actors.find(({ account }) => account === mine)?.known.name ?? '',
  );
  // One that is no account of the sandbox, or the second name of one, is known to the test alone.
  const areAccounts = actors.every((name) => accounts.includes(name));
  const written = {
    name,
    actions,
    contracts,
    actors,
    accounts: areAccounts ? accounts : undefined,
    checksChainOnly: options.checksChainOnly(),
    repetition: options.repetition,
  };
  const emitted =
    found && options.emit !== undefined
      ? await emitTest(shardFile(options.emit, shard), fileOf(written, found))
      : undefined;
  const error = found && errorOf(written, found, given ? undefined : { seed, runs }, emitted);
  if (folder !== undefined) {
    await keepSequences(folder, name, 'reached', campaign.corpus);
    if (found) await keepSequences(folder, name, 'failure', [found.smallest.steps]);
  }
  if (reportFile !== undefined) await writeReport(reportFile, report, error?.message);
  if (error) throw error;
  // A shard may be left without a sequence, if there are few.
  // A shard may be left without a sequence, if there are few.
  if (!given && report.sequences > 0) checkSomethingRan(report, options);
  if (options.progress !== false) for (const warning of report.warnings) process.stderr.write(`${name}: ${warning}\n`);
  return report;
}

/** Actions that were never called, or never did anything. */
const warningsOf = ({ actions }: Campaign, needsChanges: boolean, needsAll: boolean): readonly string[] =>
  Object.entries(actions).flatMap(([name, { calls, reverted, idle, reason }]) => {
    const often = calls === 1 ? 'the one time it was called' : `each of ${calls} times`;
    if (calls === 0) return needsAll ? `${name} was never called` : [];
    if (reverted === calls) return `${name} was reverted ${often}${calls === 1 ? '' : ', mostly'} with: ${reason}`;
    if (needsChanges && reverted + idle === calls) return `${name} changed nothing ${often}`;
    return [];
  });

/** A check that nothing could break says nothing. */
function checkSomethingRan(
  { name, calls, reverted, actions, warnings }: InvariantReport,
  { help = '', needsChanges = false }: SearchOptions,
): void {
  const isIdle = needsChanges && Object.values(actions).every((each) => each.reverted + each.idle === each.calls);
  if (calls > reverted && !isIdle) return;
  const why =
    calls > reverted
      ? 'no action changed the chain: was a transaction not sent? For tests that only read there is fuzz.'
      : `all ${calls} calls were reverted.${help}`;
  throw new Error([`${name}: nothing was tested, since ${why}`, ...warnings.map((each) => `  ${each}`)].join('\n'));
}
