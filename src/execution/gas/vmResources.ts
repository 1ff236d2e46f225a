import type { BuiltinName } from '../../cairo/builtinNames.ts';
import type { OsCost, OsResources } from '../../protocol/osCost.ts';
import type { VmResources } from '../callInfo.ts';

export const NO_RESOURCES: VmResources = { steps: 0, memoryHoles: 0, builtins: {}, blakes: 0 };

export function addResources(...all: readonly VmResources[]): VmResources {
  let [steps, memoryHoles, blakes] = [0, 0, 0];
  const builtins: Partial<Record<BuiltinName, number>> = {};
  for (const one of all) {
    steps += one.steps;
    memoryHoles += one.memoryHoles;
    blakes += one.blakes;
    addBuiltins(builtins, one.builtins);
  }
  return { steps, memoryHoles, builtins, blakes };
}

/** The resources of the OS multiplied by `times` and divided by `scale`; each component is rounded up. */
export function osResources(cost: OsResources, times = 1, scale = 1): VmResources {
  const scaled = (count: number) => Math.ceil((count * times) / scale);
  const builtins: Partial<Record<BuiltinName, number>> = {};
  for (const name in cost.builtins) {
    const count = scaled(cost.builtins[name as keyof OsResources['builtins']]!);
    if (count) builtins[name as BuiltinName] = count;
  }
  return { steps: scaled(cost.steps), memoryHoles: 0, builtins, blakes: 0 };
}

/** The constant part of a cost and the part for `felts` felts of calldata. */
export function osCost(cost: OsCost, felts: number): VmResources {
  const constant = osResources(cost.constant);
  return cost.perFelt ? addResources(constant, osResources(cost.perFelt, felts, cost.scale)) : constant;
}

function addBuiltins(
  into: Partial<Record<BuiltinName, number>>,
  more: Readonly<Partial<Record<BuiltinName, number>>>,
): void {
  for (const name in more) into[name as BuiltinName] = (into[name as BuiltinName] ?? 0) + more[name as BuiltinName]!;
}
