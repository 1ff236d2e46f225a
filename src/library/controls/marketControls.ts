import { limits } from '../../protocol/limits.ts';
import { checkOptions } from '../options/checkOptions.ts';
import type { SendRequest } from '../requests/requests.ts';
import { snakeCase } from '../snakeCase.ts';
import { type AddressLike, addressText, wrongValue } from '../values.ts';
import type {
  Market,
  PriceScheduleInput,
  ScheduledRange,
  ScheduledValues,
  ScheduledVariableInput,
} from './marketTypes.ts';
import { keyText, type StorageKey, type StorageValue, wireValue } from './storageByName.ts';

/**
 * Prices and storage that change from block to block, as on a network: see docs/market.md. Snapshots, clones, dumps and state files contain the
 * schedules.
 *
 * @example
 * await box.market.setPrices('walk:7');
 */
export class MarketControls {
  readonly #request: SendRequest;

  /** @internal */
  constructor(request: SendRequest) {
    this.#request = request;
  }

  /**
   * Lets the prices of the blocks after the open one follow a schedule. `'constant'` ends it. With `mine` a block is made first.
   *
   * @throws SandboxError for a schedule that cannot be read. It names the place.
   * @example
   * await box.market.setPrices({ l2: { kind: 'eip1559', backgroundGas: 5_000_000_000n }, l1: 'walk' });
   * await box.market.setPrices({ l2: [{ block: 10, fri: 20n * 10n ** 9n }] });
   */
  async setPrices(schedule: PriceScheduleInput, options: { readonly mine?: boolean } = {}): Promise<void> {
    checkOptions(options, ['mine'], '{ mine: true }');
    await this.#request('devnet_setPriceSchedule', {
      schedule: snakeCase(schedule) as string | object,
      generate_block: options.mine ?? false,
    });
  }

  /**
   * Sets a storage variable when blocks are opened. A function is called now, once for each block of the range.
   *
   * @throws SandboxError for a name that the class of the contract does not have, or a block that exists already.
   * @example
   * await box.market.setState(token, `ERC20_balances[${alice.address}]`, { 120: 2_000n, 125: 1_500n });
   * await box.market.setState(token, 'ERC20_total_supply', (block) => 2_000n - BigInt(block), { to: 150 });
   */
  async setState(
    contract: AddressLike,
    variable: StorageKey,
    values: ScheduledValues,
    range: ScheduledRange = {},
  ): Promise<void> {
    checkOptions(range, ['from', 'to'], '{ to: 150 }');
    const pairs = typeof values === 'function' ? await this.#called(values, range) : Object.entries(values);
    await this.#request('devnet_setStateSchedule', {
      table: [
        {
          contract_address: addressText(contract, 'contract'),
          variable: keyText(variable),
          values: pairs.map(([block, value]) => ({ block: Number(block), value: wireValue(value) })),
        },
      ],
    });
  }

  /** Schedules the variables of the option `stateSchedule`. A chain that is loaded may have passed some of the blocks. @internal */
  async setStates(variables: readonly ScheduledVariableInput[]): Promise<void> {
    const { nextBlock } = await this.get();
    for (const { contract, variable, values } of variables) {
      const left = Object.entries(values).filter(([block]) => Number(block) >= nextBlock);
      await this.setState(contract, variable, Object.fromEntries(left));
    }
  }

  /**
   * Ends what `setState` began. The variables keep their values.
   *
   * @example
   * await box.market.clearState();
   */
  async clearState(): Promise<void> {
    await this.#request('devnet_setStateSchedule', { table: [], clear: true });
  }

  /**
   * The schedules in force, and the prices of the open block.
   *
   * @example
   * const { prices, nextBlock } = await box.market.get();
   */
  async get(): Promise<Market> {
    const answer = await this.#request('devnet_getMarket');
    const { prices } = answer;
    return {
      priceSchedule: answer.price_schedule,
      prices: {
        gasPrice: BigInt(prices.gas_price_wei),
        dataGasPrice: BigInt(prices.data_gas_price_wei),
        l2GasPrice: BigInt(prices.l2_gas_price_wei),
        gasPriceFri: BigInt(prices.gas_price_fri),
        dataGasPriceFri: BigInt(prices.data_gas_price_fri),
        l2GasPriceFri: BigInt(prices.l2_gas_price_fri),
      },
      nextBlock: answer.next_block,
      scheduledCells: answer.scheduled_cells,
      stateSchedule: answer.state_schedule.map(({ contract_address: contract, ...cell }) => ({ contract, ...cell })),
    };
  }

  /** The values of a function. Where it gives none, the variable stays. */
  async #called(values: (block: number) => StorageValue | undefined, { from, to }: ScheduledRange) {
    const first = from ?? (await this.get()).nextBlock;
    if (to === undefined || !Number.isSafeInteger(to) || to < first || to - first >= limits.scheduledCells)
      throw wrongValue('range.to', `the last block, from ${first} to ${first + limits.scheduledCells - 1}`, to);
    const pairs: [number, StorageValue][] = [];
    for (let block = first; block <= to; block++) {
      const value = values(block);
      if (value !== undefined) pairs.push([block, value]);
    }
    return pairs;
  }
}
