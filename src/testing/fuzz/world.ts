import type { Abi } from '../../abi/types.ts';
import type { FromLike, Hex, Sandbox } from '../../library/index.ts';
import type { Mark } from '../../library/marks.ts';
import { nodeOf, ownRequest, settleCalls } from '../../library/requests/connection.ts';
import { standStill } from '../../library/standStill.ts';
import { addressIn, feltText } from '../../library/values.ts';
import { boundTo } from '../boundValues.ts';
import { trackSandbox } from '../trackedBoxes.ts';
import type { PlaceCounter } from './places.ts';
import { type Hints, KnownAddress } from './values/values.ts';

/** What invariants use of a contract of a sandbox. */
export interface ContractLike {
  readonly address: Hex;
  readonly abi: Abi;
  // biome-ignore lint/complexity/noBannedTypes: functions of any types.
  readonly write: Readonly<Record<string, Function>> | object;
}

/** Contracts by the names that texts call them. */
export type NamedContracts = Readonly<Record<string, ContractLike>>;

/** Somebody who sends transactions: an account, or an address that is impersonated. */
export type ActorLike = Exclude<FromLike, string | bigint>;

/** Actors by the names that texts call them. */
export type NamedActors = Readonly<Record<string, ActorLike>>;

export interface Actor {
  readonly known: KnownAddress;
  readonly account: ActorLike;
}

/** What all sequences of a test start from. */
export interface Setting {
  readonly box: Sandbox;
  readonly contracts: NamedContracts;
  readonly actors: readonly Actor[];
  /** The actors as the user gave them. */
  readonly namedActors: NamedActors;
  readonly hints: Omit<Hints, 'recent' | 'recentIds'>;
  readonly ghosts: () => unknown;
}

/** The actors that a user gave, or the first accounts. */
export const actorsOf = (named: NamedActors): readonly Actor[] =>
  Object.entries(named).map(([name, account]) => ({
    known: new KnownAddress(name, feltText(addressIn(account), `actors.${name}`)),
    account,
  }));

/** A sandbox in which one sequence after the other runs. */
export class World {
  readonly box: Sandbox;
  readonly contracts: NamedContracts;
  readonly setting: Setting;
  /** The number of the block that sequences start after. */
  readonly startBlock: number;
  readonly #mark: Mark;
  readonly #untrack: () => void;
  /** How many sequences have started. */
  sequence = 0;
  ghosts: unknown;
  recent: readonly bigint[] = [];
  recentIds: readonly bigint[] = [];

  private constructor(setting: Setting, box: Sandbox, startBlock: number) {
    this.setting = setting;
    this.startBlock = startBlock;
    this.box = box;
    this.contracts = boundTo(setting.contracts, () => box);
    this.ghosts = setting.ghosts();
    this.#mark = box.snapshot();
    this.#untrack = trackSandbox(box);
  }

  /** A clone whose clock stands at the time of the latest block, so that nothing depends on when the test runs. */
  static async open(setting: Setting, counter: PlaceCounter | undefined): Promise<World> {
    const box = setting.box.clone();
    try {
      if (counter) nodeOf(box).countWith(counter);
      const request = ownRequest(box);
      const { timestamp, block_number } = await request('starknet_getBlockWithTxHashes', { block_id: 'latest' });
      await standStill(request, BigInt(timestamp));
      return new World(setting, box, block_number);
    } catch (error) {
      await box.close();
      throw error;
    }
  }

  get hints(): Hints {
    return { ...this.setting.hints, recent: this.recent, recentIds: this.recentIds };
  }

  /** Goes back to where all sequences start. An action that did not await what it sent is an error. */
  async reset(): Promise<void> {
    const unawaited = await settleCalls(this.box);
    if (unawaited) throw unawaited;
    this.box.restore(this.#mark);
    this.sequence++;
    this.ghosts = this.setting.ghosts();
    this.recent = [];
    this.recentIds = [];
  }

  close(): Promise<void> {
    this.#untrack();
    return this.box.close();
  }
}
