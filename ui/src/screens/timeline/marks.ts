// What stands beside the blocks of the timeline: prices that moved, and faults that happened.
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import type { Block } from '../../data/chain/useBlock.ts';

/** The price of L2 gas of a block, if it is not that of the block before. */
export interface PriceStep {
  readonly unit: 'fri' | 'wei';
  readonly price: bigint;
  readonly isUp: boolean;
  /** The change in percent, such as `9.5`; undefined if there was no price before. */
  readonly percent: string | undefined;
}

/** The prices that moved, by block number, of blocks that are newest first. The oldest one has none before it to compare with. */
export function priceStepsOf(blocks: readonly Block[]): ReadonlyMap<number, PriceStep> {
  const steps = new Map<number, PriceStep>();
  blocks.slice(0, -1).forEach((block, i) => {
    const [now, before] = [block.l2_gas_price, blocks[i + 1]!.l2_gas_price];
    const step =
      stepOf('fri', before.price_in_fri, now.price_in_fri) ?? stepOf('wei', before.price_in_wei, now.price_in_wei);
    if (step) steps.set(block.block_number, step);
  });
  return steps;
}

function stepOf(unit: PriceStep['unit'], earlier: string, later: string): PriceStep | undefined {
  const [before, price] = [BigInt(earlier), BigInt(later)];
  if (price === before) return undefined;
  const isUp = price > before;
  return { unit, price, isUp, percent: percentOf(isUp ? price - before : before - price, before) };
}

function percentOf(change: bigint, whole: bigint): string | undefined {
  if (whole === 0n) return undefined;
  const tenths = (change * 1000n) / whole;
  return tenths === 0n ? '< 0.1' : `${tenths / 10n}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`}`;
}

type Faults = RpcResult<'sandbox_getFaults'>;

/** The faults by one rule while a block was the newest. */
export interface FaultMark {
  readonly rule: number;
  readonly fault: Faults['injected'][number]['fault'];
  /** What the rule does, in a sentence. */
  readonly text: string;
  readonly count: number;
}

/** The faults that happened, by the number of the block that was the newest then. */
export function faultMarksOf({ rules, injected }: Faults): ReadonlyMap<number, readonly FaultMark[]> {
  const marks = new Map<number, Map<number, FaultMark>>();
  for (const { block, rule, fault } of injected) {
    let ofBlock = marks.get(block);
    if (!ofBlock) marks.set(block, (ofBlock = new Map()));
    ofBlock.set(rule, { rule, fault, text: rules[rule]!.text, count: (ofBlock.get(rule)?.count ?? 0) + 1 });
  }
  return new Map([...marks].map(([block, ofBlock]) => [block, [...ofBlock.values()]]));
}
