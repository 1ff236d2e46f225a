import type { GasPrices } from '../../execution/blockContext.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { PriceMarket } from '../../market/priceMarket.ts';
import type { ScheduledCells } from '../../market/scheduledCells.ts';
import type { Pool } from '../../mempool/pool.ts';
import type { PersistentMap } from '../../state/persistentMap.ts';
import type { BlockGeneration } from '../config.ts';
import type { Origin } from '../origin.ts';
import type { CheatList } from './cheatList.ts';
import type { Clock } from './clock.ts';
import type { History } from './history.ts';
import type { Journal } from './journal.ts';
import type { Messaging } from './messaging.ts';
import type { OpenValue } from './openBlock.ts';

/** The whole chain as one value of persistent parts: a snapshot is a reference to it, and restoring is an assignment. */
export interface ChainValue {
  /** What the chain was forked from. */
  readonly origin: Origin | undefined;
  readonly history: History;
  readonly open: OpenValue;
  readonly clock: Clock;
  /** The prices that were set last: of the blocks after the open one, and of the open one if it is closed empty. */
  readonly prices: GasPrices;
  /** What changes the prices from block to block; undefined if they are constant. */
  readonly market: PriceMarket | undefined;
  /** What blocks write when they are opened; undefined if nothing. */
  readonly scheduledCells: ScheduledCells | undefined;
  /** When blocks are made; it can be changed at run time. */
  readonly blockGeneration: BlockGeneration;
  readonly l1AcceptedNumber: number | undefined;
  /** The highest block of the origin that was declared accepted on L1 here. */
  readonly originAcceptedNumber: number | undefined;
  readonly impersonated: PersistentMap<FeltKey, true>;
  readonly autoImpersonate: boolean;
  readonly cheats: CheatList;
  /** The transactions that wait for a block. */
  readonly pool: Pool;
  readonly messaging: Messaging;
  readonly journal: Journal;
}
