import { differencesBetween, madeCallOf } from '../../library/comparing/madeCall.ts';
import type { CallComparison, Sandbox } from '../../library/index.ts';
import { SandboxAssertionError } from '../assertions.ts';
import type { Sequence } from './action.ts';
import { codeText } from './codeText.ts';
import { contractActions } from './contractActions.ts';
import { argsOf } from './findBroken.ts';
import { moves } from './moves.ts';
import { readCount, type UpgradeCheckOptions } from './options.ts';
import type { InvariantReport } from './report.ts';
import type { LastStep } from './runSequence.ts';
import { search } from './search.ts';
import { settingOf } from './setting.ts';
import { viewed, viewsOf } from './viewCalls.ts';
import { type Setting, World } from './world.ts';

/** What `upgradeCheck` does with options whose names are known. */
export async function compareClasses(options: UpgradeCheckOptions): Promise<InvariantReport | CallComparison> {
  const { contract, to, calls, gas = false } = options;
  // The class is declared for both: contracts may look at the number and the time of a block.
  const box = options.box.clone();
  const clones = [box];
  try {
    const { classHash } = await box.declare(to);
    const upgraded = box.clone();
    clones.push(upgraded);
    await upgraded.setClassHash(contract.address, classHash);
    if (!calls)
      return await drawnCheck(await settingOf({ ...options, box, contracts: { contract } }), upgraded, options);
    const comparison = await box.compare(upgraded, calls, { gas });
    if (comparison.isSame) return comparison;
    throw new SandboxAssertionError(
      `The upgrade changes what the contract does (here is before it, there after it). ${comparison.text}`,
    );
  } finally {
    await Promise.all(clones.map((clone) => clone.close()));
  }
}

const WHAT = { result: 'it', events: 'its events are', gas: 'its L2 gas is' } as const;

/** Draws sequences, and makes every step in the upgraded sandbox too. */
async function drawnCheck(setting: Setting, upgraded: Sandbox, options: UpgradeCheckOptions): Promise<InvariantReport> {
  const twin = await World.open({ ...setting, box: upgraded }, undefined);
  try {
    const { actions, problems } = contractActions(setting.contracts, argsOf(options.args));
    const byName = new Map([...actions, ...Object.values(moves)].map((action) => [action.name, action]));
    const viewCalls = viewsOf(setting, readCount(options.seed, 'seed', 0, 0));
    const gas = { before: 0, after: 0 };
    let sequence: number | undefined;
    let before: Sequence = [];
    const compareStep = async (world: World, last: LastStep) => {
      let drawn = 0;
      const actor = setting.actors.find(({ known }) => known.name === last.actor)!;
      const there = await byName.get(last.action)!.run(twin, actor, () => last.values[drawn++] as never);
      same('it is reverted', last.reverted ?? 'no', there.reverted ?? 'no');
      if (last.reverted !== undefined || !last.receipt || !there.receipt) return;
      const mine = await madeCallOf(world.box, last.receipt.transaction_hash, last.receipt);
      const other = await madeCallOf(twin.box, there.receipt.transaction_hash, there.receipt);
      gas.before += Number(mine.gas);
      gas.after += Number(other.gas);
      for (const { what, name, here, there } of differencesBetween(mine, other))
        if (what !== 'gas' || options.gas) same(what === 'storage' ? `storage ${name} is` : WHAT[what], here, there);
    };
    const follow = async (world: World, last: LastStep | undefined) => {
      if (sequence !== world.sequence) {
        await twin.reset();
        before = [];
      }
      sequence = world.sequence;
      if (last) {
        await compareStep(world, last);
        before = [...before, last];
      }
      for (const { name, args } of viewCalls(world, before))
        same(
          `${name}(${args.map(codeText).join(', ')}) is`,
          await viewed(world, name, args),
          await viewed(twin, name, args),
        );
    };
    return await search('the upgrade changes nothing', setting, {
      ...options,
      checksChainOnly: () => false,
      repetition: { by: 'upgradeCheck', call: (given) => `upgradeCheck(${given})`, names: [] },
      calls: actions,
      moves: [moves.time, moves.blocks],
      problems,
      runs: readCount(options.runs, 'runs', 100),
      depth: readCount(options.depth, 'depth', 10),
      subject: { check: follow, checkAfter: 'call', checksReverts: true, failOnRevert: false },
      gas,
    });
  } finally {
    await twin.close();
  }
}

function same(what: string, before: string, after: string): void {
  if (before === after) return;
  throw new SandboxAssertionError(`${what} ${before || 'none'} before the upgrade and ${after || 'none'} after it`);
}
