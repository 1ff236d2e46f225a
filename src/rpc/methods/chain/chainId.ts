import { formatFelt } from '../../../felt/felt.ts';
import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

export const chainId = method('chainId', noParams, ({ node }) => formatFelt(node.chainId));
