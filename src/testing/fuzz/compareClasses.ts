import { AbiError } from '../../abi/abiError.ts';
import type { AbiFunction } from '../../abi/abiModel.ts';
import { readAbi } from '../../abi/readAbi.ts';
import { type CallComparison, type Sandbox, SandboxError } from '../../library/index.ts';
import { SandboxAssertionError } from '../assertions.ts';
import { codeText } from './codeText.ts';
import { contractActions } from './contractActions.ts';
import { argsOf } from './findBroken.ts';
import { moves } from './moves.ts';
import { readCount, type UpgradeCheckOptions } from './options.ts';
import type { InvariantReport } from './report.ts';
import type { LastStep } from './runSequence.ts';
import { search } from './search.ts';
import { settingOf } from './setting.ts';
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

/** Draws sequences, and makes every step in the upgraded sandbox too. */
async function drawnCheck(setting: Setting, upgraded: Sandbox, options: UpgradeCheckOptions): Promise<InvariantReport> {
  const twin = await World.open({ ...setting, box: upgraded }, undefined);
  try {
    const { actions, problems } = contractActions(setting.contracts, argsOf(options.args));
    const byName = new Map([...actions, ...Object.values(moves)].map((action) => [action.name, action]));
    const views = viewCalls(setting);
    let sequence: number | undefined;
    const follow = async (world: World, last: LastStep | undefined) => {
      if (sequence !== world.sequence) await twin.reset();
      sequence = world.sequence;
      if (last) {
        let drawn = 0;
        const actor = setting.actors.find(({ known }) => known.name === last.actor)!;
        const there = await byName.get(last.action)!.run(twin, actor, () => last.values[drawn++] as never);
        same('it is reverted', last.reverted ?? 'no', there.reverted ?? 'no');
        same('its events are', eventsText(last, setting), eventsText(there, setting));
      }
      for (const { name, args } of views)
        same(
          `${name}(${args.map(codeText).join(', ')}) is`,
          await viewed(world, name, args),
          await viewed(twin, name, args),
        );
    };
    return await search('the upgrade changes nothing', setting, {
      ...options,
      checksChainOnly: () => false,
      repeat: (given) => `upgradeCheck(${given})`,
      calls: actions,
      moves: [moves.time, moves.blocks],
      problems,
      runs: readCount(options.runs, 'runs', 100),
      depth: readCount(options.depth, 'depth', 10),
      subject: { check: follow, checkAfter: 'call', checksReverts: true, failOnRevert: false },
    });
  } finally {
    await twin.close();
  }
}

function same(what: string, before: string, after: string): void {
  if (before !== after) throw new SandboxAssertionError(`${what} ${before} before the upgrade and ${after} after it`);
}

const eventsText = ({ receipt }: Pick<LastStep, 'receipt'>, { contracts }: Setting): string =>
  receipt?.events
    .filter(({ from_address }) => BigInt(from_address) === BigInt(contracts['contract']!.address))
    .map(({ keys, data }) => `[${keys.join(', ')}] [${data.join(', ')}]`)
    .join(' ') || 'none';

interface ViewCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Questions that both classes answer: views without parameters, and those about one address, for all that are known. */
function viewCalls({ contracts, hints }: Setting): readonly ViewCall[] {
  const isAddress = ({ inputs }: AbiFunction) =>
    inputs.length === 1 && inputs[0]!.type.kind === 'felt' && inputs[0]!.type.name === 'ContractAddress';
  return [...readAbi(contracts['contract']!.abi).functions].flatMap(([name, entry]): readonly ViewCall[] => {
    if (entry.mutability !== 'view' || name.includes('::')) return [];
    if (entry.inputs.length === 0) return [{ name, args: [] }];
    return isAddress(entry) ? hints.addresses.map((address) => ({ name, args: [address] })) : [];
  });
}

async function viewed({ contracts }: World, name: string, args: readonly unknown[]): Promise<string> {
  const { read } = contracts['contract'] as unknown as {
    read: Record<string, (...args: unknown[]) => Promise<unknown>>;
  };
  try {
    return codeText(await read[name]!(...args));
  } catch (error) {
    // The new class may lack a function, or return something else.
    if (error instanceof SandboxError) return `refused (${error.reason})`;
    if (error instanceof AbiError) return `not readable (${error.message})`;
    throw error;
  }
}
