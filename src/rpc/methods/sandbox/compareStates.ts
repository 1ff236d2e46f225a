import { limits } from '../../../protocol/limits.ts';
import { contractNames } from '../../../tools/names/namesIn.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { onePoint, statePoint } from '../../decode/statePoint.ts';
import { method } from '../../method.ts';
import { namingNoBlock } from '../../rewordErrors.ts';
import { snapshotOf } from '../../snapshots.ts';

const LIMITS = { contracts: limits.comparedContracts, cells: limits.comparedCells };
const params = struct('CompareStates', { before: statePoint, after: optional(statePoint) });

/** Compares two states of the timeline, which may lie on different branches. */
export const compareStates = method({
  name: 'compareStates',
  group: 'sandbox',
  summary:
    'How two states differ: balances, contracts, classes, nonces, and storage by name. A state is a snapshot or a block of the present chain; without `after` it is the present one.',
  kind: 'read',
  params,
  run: async ({ node, chain, memory }, { before, after }) => {
    const { compareStates: compare, comparedAt } = await import('../../../tools/storage/compareStates.ts');
    const at = (given: ReturnType<typeof statePoint> | undefined, field: string) => {
      const point = given === undefined ? ({ block: 'open' } as const) : onePoint(given, field);
      return 'block' in point
        ? comparedAt(chain, point.block)
        : comparedAt(node.viewOf(snapshotOf(node, point.snapshotId)), 'open');
    };
    const { formatComparison } = await import('../../format/comparison.ts');
    return namingNoBlock(async () => {
      const comparison = await compare(at(before, 'before'), at(after, 'after'), LIMITS, () => memory.waitLarge(false));
      const classHashes = comparison.contracts.map(({ classHash }) => classHash.after || classHash.before);
      return formatComparison(comparison, await contractNames(chain, classHashes), node.system);
    });
  },
});
