import { boolean, decoder, optional, struct } from '../../decode/decoder.ts';
import { type NumberInput, wholeNumber } from '../../decode/wholeNumber.ts';
import { formatGasPrices } from '../../format/gasPrices.ts';
import { method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

const u128 = wholeNumber(128);
const price = decoder<bigint, NumberInput>(
  'number from 1 to 2^128 - 1',
  (2n ** 128n - 1n).toString(),
  (value, field) => {
    const number = u128(value, field);
    if (number === 0n) throw invalidParams(`${field}: invalid value: integer \`0\`, expected a nonzero u128`);
    return number;
  },
);

const params = struct('GasModificationRequest', {
  gas_price_wei: optional(price),
  data_gas_price_wei: optional(price),
  gas_price_fri: optional(price),
  data_gas_price_fri: optional(price),
  l2_gas_price_wei: optional(price),
  l2_gas_price_fri: optional(price),
  generate_block: optional(boolean),
});

export const setGasPrice = method({
  name: 'setGasPrice',
  group: 'sandbox',
  summary: 'Sets gas prices from the next block on.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  journalNumbers: { fields: params.fieldNames.filter((name) => name !== 'generate_block'), form: 'integer' },
  run: async ({ write }, { generateBlock = false, ...changes }) =>
    formatGasPrices(await write((draft) => draft.setGasPrices(changes, generateBlock))),
});
