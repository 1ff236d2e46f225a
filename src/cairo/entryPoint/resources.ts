import type { BuiltinName } from '../builtinNames.ts';
import { usedInstances } from '../builtins/builtinTable.ts';
import type { RunResources } from '../machine.ts';
import type { RunHost, RunLayout } from './runHost.ts';

/**
 * The resources of a run. `sizes` overrides the size of a builtin's segment (range_check96 counts up to its stop pointer).
 * A hole is a cell that no instruction accessed, in a segment where instructions accessed other cells.
 */
export function countResources(
  host: RunHost,
  layout: RunLayout,
  sizes: ReadonlyMap<number, number> = new Map(),
): RunResources {
  const builtins: Partial<Record<BuiltinName, number>> = {};
  const excluded = new Set<number>();
  for (const { name, segment } of layout.builtins) {
    const used = usedInstances(name, sizes.get(segment) ?? host.segmentSize(segment));
    if (used > 0) builtins[name] = used;
    if (name !== 'output') excluded.add(segment);
  }
  let memoryHoles = 0;
  for (let segment = 0; segment < host.segmentCount; segment++) {
    if (excluded.has(segment)) continue;
    const accessed = host.accessedCells(segment);
    if (accessed > 0) memoryHoles += host.segmentSize(segment) - accessed;
  }
  return { steps: host.steps, memoryHoles, builtins, blakes: host.blakes };
}
