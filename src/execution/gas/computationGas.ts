import type { ProtocolConstants, Ratio } from '../../protocol/constants.ts';
import type { CountedBuiltin } from '../../protocol/osCost.ts';
import type { VmResources } from '../callInfo.ts';
import { type GasVector, NO_GAS } from '../gasVector.ts';
import type { GasMode } from '../trace.ts';

/** The L2 gas in one unit of L1 gas: a step costs 100 L2 gas and 25/10000 L1 gas. */
export const L2_GAS_PER_L1_GAS = 40_000n;

/** The steps that one instance of segment_arena counts as. */
const STEPS_PER_ARENA = 10;

const ceilOf = (count: number, [numerator, denominator]: Ratio): number => Math.ceil((count * numerator) / denominator);

/** The L1 gas of VM resources: the cost of the most expensive resource alone. Costs are rounded up. */
export function vmL1Gas(resources: VmResources, revertedSteps: number, constants: ProtocolConstants): bigint {
  const { steps, memoryHoles, builtins, blakes } = resources;
  const arena = (builtins.segment_arena ?? 0) * STEPS_PER_ARENA;
  let most = ceilOf(steps + memoryHoles + revertedSteps + arena, constants.stepL1Gas);
  for (const name in builtins) {
    const price = constants.builtinL1Gas[name as CountedBuiltin] as Ratio | undefined;
    if (price) most = Math.max(most, ceilOf(builtins[name as CountedBuiltin]!, price));
  }
  const blakeL1Gas = Math.ceil(constants.blakeGas / Number(L2_GAS_PER_L1_GAS));
  return BigInt(Math.max(most, blakes * blakeL1Gas));
}

/** The gas of computation: VM resources and Sierra gas, expressed as the mode says. */
export function computationGas(
  resources: VmResources,
  sierraGas: bigint,
  revertedSteps: number,
  mode: GasMode,
  constants: ProtocolConstants,
): GasVector {
  const l1Gas = vmL1Gas(resources, revertedSteps, constants);
  if (mode === 'All') return { ...NO_GAS, l2Gas: l1Gas * L2_GAS_PER_L1_GAS + sierraGas };
  return { ...NO_GAS, l1Gas: l1Gas + l1GasOfL2(sierraGas) };
}

/** L2 gas converted to L1 gas, rounded up. */
export const l1GasOfL2 = (l2Gas: bigint): bigint => (l2Gas + L2_GAS_PER_L1_GAS - 1n) / L2_GAS_PER_L1_GAS;
