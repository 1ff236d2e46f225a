import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { jsonInteger } from '../json/writeJson.ts';
import {
  type ByBlock,
  CONSTANT,
  type FeeMarketSchedule,
  isFeeMarket,
  type L1Schedule,
  type L2Schedule,
  type PriceSchedule,
} from './priceSchedule.ts';
import {
  byBlock,
  dollars,
  gasAmount,
  members,
  natural,
  oneOrByBlock,
  positive,
  ScheduleError,
  writeDollars,
  wrong,
} from './scheduleFields.ts';

// A schedule as JSON: a word for all prices, or an object with one schedule for each gas:
//   "walk:7"    { "l2": "eip1559", "l1": { "kind": "walk", "seed": 7 }, "l1_data": [{ "block": 5, "fri": 9, "wei": 9 }] }

const WORDS = 'constant, walk, walk:SEED, eip1559, dynamic';
const GASES = ['l1', 'l1_data', 'l2'] as const;
const MARKET_MEMBERS = ['gas_target', 'max_block_gas', 'max_change_denominator', 'min_price_fri', 'background_gas'];
const MAX_SEED = 2n ** 32n - 1n;

/** Reads a schedule; throws a ScheduleError that names the place of the mistake. */
export function readSchedule(value: Json): PriceSchedule {
  if (isObject(value) && !('kind' in value)) {
    const { l1, l1_data: l1Data, l2 } = members(value, 'schedule', GASES);
    return {
      l1Gas: l1 === undefined ? CONSTANT : readPlain(l1, 'schedule.l1'),
      l1DataGas: l1Data === undefined ? CONSTANT : readPlain(l1Data, 'schedule.l1_data'),
      l2Gas: l2 === undefined ? CONSTANT : readGas(l2, 'schedule.l2'),
    };
  }
  if (Array.isArray(value))
    throw new ScheduleError('schedule: a list is for one gas: write { "l2": [{ "block": 5, "fri": … }] }');
  const all = readGas(value, 'schedule');
  if (isFeeMarket(all)) return { l1Gas: CONSTANT, l1DataGas: CONSTANT, l2Gas: all };
  return { l1Gas: all, l1DataGas: all, l2Gas: all };
}

function readPlain(value: Json, place: string): L1Schedule {
  const schedule = readGas(value, place);
  if (isFeeMarket(schedule))
    throw new ScheduleError(
      `${place}: ${schedule.kind} is for L2 gas. The price of L1 gas can be constant, walk or a list.`,
    );
  return schedule;
}

function readGas(value: Json, place: string): L2Schedule {
  if (Array.isArray(value)) return { kind: 'list', prices: byBlock(value, place, ['fri', 'wei'], readPrices) };
  if (typeof value === 'string') return readKind(wordOf(value), place);
  if (isObject(value)) return readKind(value, place);
  throw wrong(place, value, `one of ${WORDS}, an object, or a list of prices by block`);
}

/** `walk:7` is short for a walk with the seed 7. */
function wordOf(text: string): JsonObject {
  const [, seed] = /^walk:(\d{1,10})$/.exec(text) ?? [];
  return seed === undefined ? { kind: text } : { kind: 'walk', seed };
}

function readKind(value: JsonObject, place: string): L2Schedule {
  switch (value.kind) {
    case 'constant':
      members(value, place, ['kind']);
      return CONSTANT;
    case 'walk':
      return readWalk(value, place);
    case 'eip1559':
      members(value, place, ['kind', ...MARKET_MEMBERS]);
      return readMarket('eip1559', value, place);
    case 'dynamic':
      members(value, place, ['kind', ...MARKET_MEMBERS, 'strk_usd', 'target_atto_usd']);
      return readMarket('dynamic', value, place);
    default:
      throw wrong(`${place}.kind`, value.kind, `one of ${WORDS}`);
  }
}

function readWalk(value: JsonObject, place: string): L2Schedule {
  const names = ['seed', 'step_percent', 'min_percent', 'max_percent'];
  const { seed = 0, step_percent = 5, min_percent = 50, max_percent = 200 } = members(value, place, ['kind', ...names]);
  const read = (name: string, given: Json, least: bigint, most: bigint) =>
    Number(natural(given, `${place}.${name}`, least, most));
  return {
    kind: 'walk',
    seed: read('seed', seed, 0n, MAX_SEED),
    stepPercent: read('step_percent', step_percent, 1n, 99n),
    minPercent: read('min_percent', min_percent, 1n, 100n),
    maxPercent: read('max_percent', max_percent, 100n, 1_000_000n),
  };
}

function readPrices({ fri, wei }: JsonObject, place: string) {
  if (fri === undefined && wei === undefined) throw new ScheduleError(`${place}: give fri, wei or both`);
  return {
    ...(fri !== undefined && { fri: positive(fri, `${place}.fri`) }),
    ...(wei !== undefined && { wei: positive(wei, `${place}.wei`) }),
  };
}

function readMarket(kind: FeeMarketSchedule['kind'], value: JsonObject, place: string): FeeMarketSchedule {
  const optional = (name: string) =>
    value[name] === undefined ? undefined : positive(value[name], `${place}.${name}`);
  const { background_gas: background, strk_usd: rate } = value;
  return {
    kind,
    gasTarget: optional('gas_target'),
    maxBlockGas: optional('max_block_gas'),
    maxChangeDenominator: optional('max_change_denominator'),
    minPriceFri: optional('min_price_fri'),
    backgroundGas: background === undefined ? [] : oneOrByBlock(background, `${place}.background_gas`, gasAmount),
    strkUsd: rate === undefined ? undefined : oneOrByBlock(rate, `${place}.strk_usd`, dollars),
    targetAttoUsd: optional('target_atto_usd'),
  };
}

/** A schedule as `readSchedule` reads it. */
export function writeSchedule({ l1Gas, l1DataGas, l2Gas }: PriceSchedule): JsonObject {
  return { l1: writeGas(l1Gas), l1_data: writeGas(l1DataGas), l2: writeGas(l2Gas) };
}

function writeGas(schedule: L2Schedule): Json {
  switch (schedule.kind) {
    case 'constant':
      return schedule.kind;
    case 'walk': {
      const { kind, seed, stepPercent, minPercent, maxPercent } = schedule;
      return { kind, seed, step_percent: stepPercent, min_percent: minPercent, max_percent: maxPercent };
    }
    case 'list':
      return schedule.prices.map(({ block, value: { fri, wei } }) => ({
        block,
        ...given('fri', fri),
        ...given('wei', wei),
      }));
    default:
      return writeMarket(schedule);
  }
}

const given = (name: string, value: bigint | undefined): JsonObject =>
  value === undefined ? {} : { [name]: jsonInteger(value) };

const writeByBlock = <T>(values: ByBlock<T>, write: (value: T) => Json): Json =>
  values.map(({ block, value }) => ({ block, value: write(value) }));

const writeMarket = (schedule: FeeMarketSchedule): JsonObject => ({
  kind: schedule.kind,
  ...given('gas_target', schedule.gasTarget),
  ...given('max_block_gas', schedule.maxBlockGas),
  ...given('max_change_denominator', schedule.maxChangeDenominator),
  ...given('min_price_fri', schedule.minPriceFri),
  ...(schedule.backgroundGas.length > 0 && { background_gas: writeByBlock(schedule.backgroundGas, jsonInteger) }),
  ...(schedule.strkUsd && { strk_usd: writeByBlock(schedule.strkUsd, writeDollars) }),
  ...given('target_atto_usd', schedule.targetAttoUsd),
});
