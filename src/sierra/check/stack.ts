/** A variable's slot of a stack, counted from the bottom; another epoch's slot is not on the stack. */
export interface Slot {
  readonly epoch: number;
  readonly slot: number;
}

export const OFF_STACK: Slot = { epoch: -1, slot: -1 };

let epochs = 0;

/**
 * The known top of the stack: which of its slots variables stand for. A stack that is lost as a whole is replaced by one
 * of another epoch, so no variable has to be visited.
 */
export class Stack {
  readonly epoch: number;
  /** Slots below it are no longer known. */
  #floor = 0;
  #top = 0;
  /** How many variables stand for each slot, from the bottom on. */
  #uses: number[] = [];

  constructor(epoch: number = epochs++) {
    this.epoch = epoch;
  }

  get top(): number {
    return this.#top;
  }

  copy(): Stack {
    const copy = new Stack(this.epoch);
    copy.#floor = this.#floor;
    copy.#top = this.#top;
    copy.#uses = [...this.#uses];
    return copy;
  }

  /** The slot counted from the lowest known one; -1 when it is not known. */
  depthOf({ epoch, slot }: Slot): number {
    return epoch === this.epoch && slot >= this.#floor ? slot - this.#floor : -1;
  }

  /** The stack after variables went and came; what lies below a slot that nobody stands for is lost. */
  change(gone: readonly Slot[], come: readonly Slot[]): Stack {
    const { epoch } = this;
    const uses = this.#uses;
    const floor = this.#floor;
    let top = this.#top;
    let lost = floor;
    for (let i = 0; i < gone.length; i++) {
      const { epoch: of, slot } = gone[i]!;
      if (of === epoch && slot >= floor) uses[slot]!--;
    }
    for (let i = 0; i < come.length; i++) {
      const { epoch: of, slot } = come[i]!;
      if (of !== epoch || slot < floor) continue;
      while (uses.length <= slot) uses.push(0);
      uses[slot]!++;
      if (slot >= top) top = slot + 1;
    }
    for (let i = 0; i < gone.length; i++) {
      const { epoch: of, slot } = gone[i]!;
      if (of === epoch && slot >= lost && uses[slot] === 0) lost = slot + 1;
    }
    this.#floor = lost;
    this.#top = top;
    // Nobody stands for a slot of a stack that never had any, so it need not be another.
    return lost >= top && top > 0 ? new Stack() : this;
  }
}
