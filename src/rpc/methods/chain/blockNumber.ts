import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

export const blockNumber = method('blockNumber', noParams, ({ chain }) => chain.latest.number);
