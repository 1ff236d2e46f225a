// What `invariant` and `fuzz` have in common: sequences are drawn, run and kept, and the first that fails is thrown.
import { writeTextFile } from '../../platform/textFolder.ts';
import type { Action } from './action.ts';
import { type Campaign, runCampaign } from './campaign.ts';
import { errorOf } from './failureText.ts';
import { keepSequences, keptSequences } from './keptSequences.ts';
import { type CommonOptions, readCount } from './options.ts';
import { type InvariantReport, progressLine, summaryLine, writeReport } from './report.ts';
import type { LastStep, Subject } from './runSequence.ts';
import { sequenceOf } from './sequenceJson.ts';
import { readShard, shardFile } from './shard.ts';
import type { Setting, World } from './world.ts';

export interface SearchOptions extends Omit<CommonOptions<unknown, unknown>, 'contracts' | 'args'> {
  readonly calls: readonly Action[];
  readonly moves: readonly Action[];
  readonly problems: readonly string[];
  readonly runs: number;
  readonly depth: number;
  readonly subject: Omit<Subject, 'actions'>;
  /** Whether the check has looked at nothing but the chain. */
  readonly checksChainOnly: () => boolean;
  /** What to do if nothing but reverts happened. */
  readonly help?: string | undefined;
  /** How a test calls this again, with options as text. */
  readonly repeat: (options: string) => string;
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
  const { calls, moves, problems, runs, depth, corpus: folder, guided = true } = options;
  const seed = readCount(options.seed, 'seed', 0, 0);
  const shard = readShard();
  const actions = new Map([...calls, ...moves].map((action) => [action.name, action]));
  const actors = setting.actors.map(({ known }) => known.name);
  const names = { actions, actors, addresses: setting.hints.addresses };
  const given = options.sequence && sequenceOf(options.sequence, names);
  if (options.sequence && !given)
    throw new TypeError('sequence names an action or an actor that this test does not have.');
  const kept = given ? [given] : folder === undefined ? [] : await keptSequences(folder, name, names);
  const showProgress = options.progress ?? process.stderr.isTTY === true;
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
      progress: (now) => {
        if (showProgress) process.stderr.write(`\r${progressLine(name, now, runs)}`);
      },
    },
  );
  if (showProgress) process.stderr.write(`\r${summaryLine(name, campaign)}\n`);
  const report: InvariantReport = {
    name,
    seed,
    sequences: campaign.sequences,
    calls: campaign.calls,
    reverted: campaign.reverted,
    places: campaign.places,
    corpus: campaign.corpus.length,
    actions: campaign.actions,
    warnings: [...problems, ...warningsOf(campaign)],
  };
  const { found } = campaign;
  const contracts = Object.keys(setting.contracts);
  const hasOwnActors = setting.actors.some(
    ({ account }) => !(setting.box.accounts as readonly unknown[]).includes(account),
  );
  const error =
    found &&
    errorOf(
      {
        name,
        actions,
        contracts,
        actors,
        hasOwnActors,
        checksChainOnly: options.checksChainOnly(),
        repeat: options.repeat,
      },
      found,
      given ? undefined : { seed, runs },
    );
  if (folder !== undefined) {
    await keepSequences(folder, name, 'reached', campaign.corpus);
    if (found) await keepSequences(folder, name, 'failure', [found.smallest.steps]);
  }
  if (options.emit !== undefined && error) await writeTextFile(shardFile(options.emit, shard), `${error.test}\n`);
  if (options.report !== undefined) await writeReport(shardFile(options.report, shard), report, error?.message);
  if (error) throw error;
  // A shard may be left without a sequence, if there are few.
  if (!given && (shard.count === 1 || report.sequences > 0)) checkSomethingRan(report, options.help);
  if (options.progress !== false) for (const warning of report.warnings) process.stderr.write(`${name}: ${warning}\n`);
  return report;
}

/** Actions that were never successful. */
const warningsOf = ({ actions }: Campaign): readonly string[] =>
  Object.entries(actions).flatMap(([name, { calls, reverted, reason }]) =>
    reverted === calls ? `${name} was reverted each of ${calls} times, mostly with: ${reason}` : [],
  );

/** A check that nothing could break says nothing. */
function checkSomethingRan({ name, calls, reverted, warnings }: InvariantReport, help = ''): void {
  if (calls > reverted) return;
  throw new Error(
    [
      `${name}: nothing was tested, since all ${calls} calls were reverted.${help}`,
      ...warnings.map((each) => `  ${each}`),
    ].join('\n'),
  );
}
