import { finishInSlices } from '../../async/steps.ts';
import { failed } from '../../protocol/chainError.ts';
import { hint, message } from '../../protocol/message.ts';
import type { BlockId } from '../value/blockId.ts';
import { restoreBlock } from '../value/restoreBlock.ts';
import { sealingOver } from '../value/seal.ts';
import {
  dropSnapshot,
  dropSnapshots,
  keepSnapshot,
  listSnapshots,
  nameSnapshot,
  type Snapshots,
  takeSnapshot,
} from '../value/snapshots.ts';
import { isPartOf } from '../value/timeline.ts';
import type { DraftedChain } from './draftedChain.ts';

/** The snapshots of a draft. */
export class SnapshotDraft {
  readonly #drafted: DraftedChain;
  #all: Snapshots;

  constructor(drafted: DraftedChain, all: Snapshots) {
    this.#drafted = drafted;
    this.#all = all;
  }

  /** All snapshots after the write. */
  get all(): Snapshots {
    return this.#all;
  }

  /** Stores the current chain under the next snapshot id. */
  take(): bigint {
    const { maxSnapshots } = this.#drafted.surroundings.config;
    if (this.#all.byId.size >= maxSnapshots)
      throw failed(
        message`There are ${maxSnapshots} snapshots, the most that are kept. Drop one with dropSnapshot, revert to one, or start with ${hint('moreSnapshots')}.`,
      );
    const id = this.#all.nextId;
    this.#all = keepSnapshot(this.#all, this.#drafted.value);
    return id;
  }

  /** Reverts to a snapshot and drops it and all later ones. Returns false if there is none with that id. */
  revert(id: bigint): boolean {
    const taken = takeSnapshot(this.#all, id);
    if (!taken) return false;
    this.#drafted.replace(taken.value);
    this.#all = taken.remaining;
    return true;
  }

  /**
   * Goes to a snapshot or a block and keeps all snapshots. The chain that is left becomes a snapshot too, unless it is one or the restored
   * chain has all its blocks. Returns false if there is no such snapshot, otherwise the id of the one that the chain was left as.
   */
  async restore(
    target: { readonly snapshotId: bigint } | { readonly block: BlockId },
  ): Promise<bigint | undefined | false> {
    const { value: left, surroundings } = this.#drafted;
    const sealing = sealingOver(surroundings.config, left.origin);
    const restored =
      'block' in target
        ? await finishInSlices(restoreBlock(left, target.block, surroundings.pastStates, sealing))
        : this.#all.byId.get(target.snapshotId.toString())?.value;
    if (!restored) return false;
    const known = listSnapshots(this.#all).find(([, { value }]) => value === left)?.[0];
    const kept = known ?? (isPartOf(left, restored) ? undefined : this.take());
    this.#drafted.replace(restored);
    return kept;
  }

  /** Names a snapshot, or removes its name. Returns false if there is none with that id. */
  name(id: bigint, name: string | undefined): boolean {
    if (!this.#all.byId.has(id.toString())) return false;
    this.#all = nameSnapshot(this.#all, id, name);
    return true;
  }

  /** Drops one snapshot. Returns false if there is none with that id. */
  drop(id: bigint): boolean {
    if (!this.#all.byId.has(id.toString())) return false;
    this.#all = dropSnapshot(this.#all, id);
    return true;
  }

  dropAll(): void {
    this.#all = dropSnapshots(this.#all);
  }
}
