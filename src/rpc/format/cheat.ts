import type { AppliedCheat, Cheat, CheatEffect, CheatedCall } from '../../execution/cheats.ts';
import { jsonInteger } from '../../json/writeJson.ts';
import { type Hex, hexKey, hexKeys } from './hex.ts';

/** What a cheat changes: a mock its function, a caller cheat the caller, a block cheat what contracts see of their block. */
export interface CheatFacts {
  readonly cheat_id: number;
  readonly kind: 'MOCK' | 'CALLER' | 'BLOCK';
  /** Null for every contract. */
  readonly contract_address: Hex | null;
  readonly entry_point_selector?: Hex;
  /** Only these arguments; absent for any. */
  readonly calldata?: readonly Hex[];
  readonly retdata?: readonly Hex[];
  /** Whether the function panics with `retdata`. */
  readonly panics?: boolean;
  readonly caller_address?: Hex;
  readonly block_number?: number;
  readonly block_timestamp?: number | bigint;
  readonly sequencer_address?: Hex;
}

/** A cheat that is in force. */
export interface CheatSummary extends CheatFacts {
  /** How many more calls it changes; null until it is stopped. */
  readonly calls_left: number | null;
}

/** A cheat in the receipt of a transaction that it changed. */
export interface ReceiptCheat extends CheatFacts {
  /** How many calls of the transaction it changed. */
  readonly calls: number;
}

/** What cheats changed in a call of a trace. */
export interface TracedCheats {
  readonly cheat_ids: readonly number[];
  /** Whether the answer was given and the code of the contract did not run. */
  readonly mocked: boolean;
  /** The caller without the cheat. */
  readonly real_caller_address?: Hex;
}

const KINDS = { mock: 'MOCK', caller: 'CALLER', block: 'BLOCK' } as const;

const factsOf = ({ id, contractAddress, effect }: Cheat): CheatFacts => ({
  cheat_id: id,
  kind: KINDS[effect.kind],
  contract_address: contractAddress === undefined ? null : hexKey(contractAddress),
  ...effectOf(effect),
});

function effectOf(effect: CheatEffect): Partial<CheatFacts> {
  switch (effect.kind) {
    case 'mock':
      return {
        entry_point_selector: hexKey(effect.selector),
        ...(effect.calldata && { calldata: hexKeys(effect.calldata) }),
        retdata: hexKeys(effect.retdata),
        panics: effect.panics,
      };
    case 'caller':
      return { caller_address: hexKey(effect.caller) };
    case 'block':
      return {
        ...(effect.number !== undefined && { block_number: effect.number }),
        ...(effect.timestamp !== undefined && { block_timestamp: jsonInteger(effect.timestamp) }),
        ...(effect.sequencerAddress !== undefined && { sequencer_address: hexKey(effect.sequencerAddress) }),
      };
  }
}

export const formatCheat = (cheat: Cheat): CheatSummary => ({ ...factsOf(cheat), calls_left: cheat.callsLeft ?? null });

/** Without what a mock returned, which the trace has. */
export function formatAppliedCheat(cheat: AppliedCheat): ReceiptCheat {
  const { calldata: _, retdata: __, ...facts } = factsOf(cheat);
  return { ...facts, calls: cheat.calls };
}

export const formatCheatedCall = ({ ids, mock, realCaller }: CheatedCall): TracedCheats => ({
  cheat_ids: ids,
  mocked: mock !== undefined,
  ...(realCaller !== undefined && { real_caller_address: hexKey(realCaller) }),
});
