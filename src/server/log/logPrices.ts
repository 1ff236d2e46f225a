import type { ChainValue } from '../../chain/value/chainValue.ts';
import type { GasPrices } from '../../execution/blockContext.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import type { Log } from './log.ts';

const NAMES = [
  ['l1Gas', 'L1 gas'],
  ['l1DataGas', 'L1 data gas'],
  ['l2Gas', 'L2 gas'],
] as const satisfies readonly (readonly [keyof GasPrices, string])[];

/** A change of this part of a price is worth a line. A schedule changes prices in every block. */
const PART = 10n;

/** Logs prices that a schedule has moved far since the last line about them, and every change at debug level. */
export class PriceLog {
  readonly #log: Log;
  #told: GasPrices;
  #last: GasPrices;

  constructor(log: Log, { open }: ChainValue) {
    this.#log = log;
    this.#told = open.prices;
    this.#last = open.prices;
  }

  /** Looks at the prices of the open block. */
  look({ open, market }: ChainValue): void {
    const { number, prices } = open;
    const last = this.#last;
    this.#last = prices;
    if (!market) this.#told = prices;
    if (!market || prices === last) return;
    const moved = NAMES.filter(([name]) => prices[name].fri !== last[name].fri || prices[name].wei !== last[name].wei);
    if (moved.length === 0) return;
    const isFar = NAMES.some(
      ([name]) => distance(this.#told[name].fri, prices[name].fri) * PART >= this.#told[name].fri,
    );
    if (isFar) this.#told = prices;
    const texts = moved.map(([name, gas]) => `${gas} costs ${groupedDigits(prices[name].fri)} fri`);
    this.#log.write(isFar ? 'info' : 'debug', 'chain', `block ${number}, by the price schedule: ${texts.join(', ')}`, {
      block: number,
      ...Object.fromEntries(moved.map(([name]) => [name, prices[name].fri.toString()])),
    });
  }
}

const distance = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b);
