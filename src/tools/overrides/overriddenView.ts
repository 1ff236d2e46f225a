import { ChainView } from '../../chain/chainView.ts';
import type { Block, OpenBlock } from '../../chain/value/block.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import { resolve, stateOf } from '../../chain/value/resolveBlock.ts';
import type { State } from '../../state/state.ts';

/** What is other than on the chain while something is tried out. */
export interface ViewOverrides {
  /** The time of the block, in seconds. */
  readonly time?: bigint | undefined;
  readonly blockNumber?: number | undefined;
  /** The state in which it is tried out, whichever block is named. */
  readonly state?: State | undefined;
}

/** A chain as it would be with another state, time or block. What is tried out on it sees no difference; the chain stays as it is. */
export class OverriddenView extends ChainView {
  readonly #overrides: ViewOverrides;

  constructor({ surroundings, value, runOptions }: ChainView, overrides: ViewOverrides) {
    super(surroundings, value, runOptions);
    this.#overrides = overrides;
  }

  override resolveBlock(id: BlockId): Block | OpenBlock {
    const block = super.resolveBlock(id);
    const { time, blockNumber } = this.#overrides;
    if (time === undefined && blockNumber === undefined) return block;
    // What is tried out at the newest block runs in the next one.
    const number = blockNumber ?? (block === this.latest ? this.openNumber : block.number);
    return withHeader(block, { timestamp: time ?? block.timestamp, number });
  }

  /** The state after any block, also without the archive: it is the start of an experiment, and not an answer about the past. */
  override stateOf(id: BlockId, resolved = resolve(this.value, id)): State {
    return this.#overrides.state ?? stateOf(this.value, id, resolved, 'full', this.surroundings.pastStates);
  }
}

/** A block with other members of its header. The others are those of the block, also what it computes when it is read. */
const withHeader = <B extends Block | OpenBlock>(block: B, header: Pick<B, 'timestamp' | 'number'>): B =>
  new Proxy(block, {
    get: (own, name) => Reflect.get(Object.hasOwn(header, name) ? header : own, name),
  });
