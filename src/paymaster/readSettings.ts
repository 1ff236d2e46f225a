import type { Json } from '../json/json.ts';
import type { ByBlock } from '../market/priceSchedule.ts';
import {
  boolean,
  type Decoder,
  decoder,
  list,
  omittable,
  oneOf,
  optional,
  struct,
  text,
  type Wire,
} from '../rpc/decode/decoder.ts';
import { felt } from '../rpc/decode/felt.ts';
import { amount, index, wholeNumber } from '../rpc/decode/wholeNumber.ts';
import { hex } from '../rpc/format/hex.ts';
import { invalidParams } from '../rpc/rpcError.ts';
import { PAYMASTER_ERROR_NAMES } from './paymasterError.ts';
import { defaultSettings, type PaymasterSettings } from './settings.ts';

const items = <T, W>(item: Decoder<T, W>) => list(item, 'paymasterItems');

const sponsored = decoder<boolean | readonly string[], boolean | readonly string[]>(
  'boolean, or list of keys',
  true,
  (value) => (typeof value === 'boolean' ? value : items(text('textChars'))(value)),
);

const priceAtBlock = struct('PriceAtBlock', { block: index, price_in_strk: amount }, { namedOnly: true });

/** A price, or prices from given blocks on. */
const price = decoder<ByBlock<bigint>, Wire<typeof amount> | readonly Wire<typeof priceAtBlock>[]>(
  'price of a whole token in FRI, or list of prices from blocks on',
  1,
  (value, field) => {
    if (!Array.isArray(value)) return [{ block: 0, value: amount(value, field) }];
    const prices = items(priceAtBlock)(value).map(({ block, priceInStrk }) => ({ block, value: priceInStrk }));
    if (prices.some(({ block }, i) => i > 0 && block <= prices[i - 1]!.block))
      throw invalidParams(`${field}: the blocks of prices must ascend`);
    return prices;
  },
);

const token = struct(
  'GasToken',
  { address: felt, decimals: omittable(wholeNumber(6)), price_in_strk: optional(price) },
  { namedOnly: true },
);

const refusal = struct(
  'Refusal',
  {
    error: oneOf(...PAYMASTER_ERROR_NAMES),
    method: optional(oneOf('build', 'execute')),
    user_address: optional(felt),
    times: optional(index),
    data: optional(text('textChars')),
  },
  { namedOnly: true },
);

/** The settings on the wire. What is left out keeps its value, and null gives the default. */
export const settingsParams = struct(
  'PaymasterSettings',
  {
    available: omittable(boolean),
    sponsored: omittable(sponsored),
    tokens: optional(items(token)),
    overhead_percent: optional(index),
    max_fee_percent: optional(index),
    max_calls: optional(index),
    max_fee: optional(amount),
    budget: optional(amount),
    class_hashes: optional(items(felt)),
    blocked: optional(items(felt)),
    refusals: optional(items(refusal)),
  },
  { namedOnly: true },
);

/** Changes settings by a request. Throws -32602. */
export function changedSettings(before: PaymasterSettings, request: Json): PaymasterSettings {
  const read = settingsParams(request);
  const given = new Set(Object.keys(request as object).map(camelCase));
  const tokens = read.tokens?.map(({ address, decimals = 18n, priceInStrk }) => ({
    address,
    decimals: Number(decimals),
    price: priceInStrk,
  }));
  const changed = Object.entries({ ...read, tokens }).filter(([name]) => given.has(name));
  const values = changed.map(([name, value]) => [name, value ?? defaultSettings[name as keyof PaymasterSettings]]);
  return { ...before, ...Object.fromEntries(values) };
}

/** Settings in which what is left out has its default. Throws -32602. */
export const settingsIn = (request: Json): PaymasterSettings => changedSettings(defaultSettings, request);

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The settings as the wire has them. */
export const writeSettings = ({ tokens, ...settings }: PaymasterSettings) => ({
  available: settings.available,
  // Keys are secrets of those who test them.
  sponsored: typeof settings.sponsored === 'boolean' ? settings.sponsored : settings.sponsored.map(() => '…'),
  tokens: tokens.map(({ address, decimals, price: prices }) => ({
    address: hex(address),
    decimals,
    price_in_strk: prices?.map(({ block, value }) => ({ block, price_in_strk: value.toString() })) ?? null,
  })),
  overhead_percent: settings.overheadPercent,
  max_fee_percent: settings.maxFeePercent,
  max_calls: settings.maxCalls,
  max_fee: settings.maxFee?.toString() ?? null,
  budget: settings.budget?.toString() ?? null,
  class_hashes: settings.classHashes?.map(hex) ?? null,
  blocked: settings.blocked.map(hex),
  refusals: settings.refusals.map(({ userAddress, times, data, ...refused }) => ({
    error: refused.error,
    method: refused.method ?? null,
    user_address: userAddress === undefined ? null : hex(userAddress),
    times: times ?? null,
    data: data ?? null,
  })),
});
