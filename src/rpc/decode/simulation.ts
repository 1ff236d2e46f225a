import { blockId } from './blockId.ts';
import { boolean, list, optional, struct } from './decoder.ts';
import { simulationFlags } from './flags.ts';
import { overrides } from './overrides.ts';
import { transaction } from './transaction.ts';

/** Transactions that are tried out, and what is other than on the chain meanwhile. */
export const simulationFields = {
  request: list(transaction, 'simulatedTransactions'),
  simulation_flags: simulationFlags,
  block_id: blockId,
  overrides: optional(overrides),
} as const;

export const simulationParams = struct('ExplainEstimateInput', { ...simulationFields, estimates: optional(boolean) });
