import { noParams } from '../../decode/params.ts';
import { formatMarket } from '../../format/market.ts';
import { method } from '../../method.ts';

export const getMarket = method({
  name: 'getMarket',
  group: 'sandbox',
  summary: 'The schedules of prices and of storage, and the prices of the open block.',
  kind: 'read',
  params: noParams,
  run: ({ chain }) => formatMarket(chain.value),
});
