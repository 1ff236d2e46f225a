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
    for (const slot of gone) if (this.depthOf(slot) >= 0) this.#uses[slot.slot]!--;
    for (const slot of come) {
      if (this.depthOf(slot) < 0) continue;
      while (this.#uses.length <= slot.slot) this.#uses.push(0);
      this.#uses[slot.slot]!++;
      this.#top = Math.max(this.#top, slot.slot + 1);
    }
    for (const slot of gone) if (this.depthOf(slot) >= 0 && this.#uses[slot.slot] === 0) this.#floor = slot.slot + 1;
    return this.#floor >= this.#top ? new Stack() : this;
  }
}
