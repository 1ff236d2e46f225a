import { formatFelt } from '../../../felt/felt.ts';
import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

export const chainId = method({
  name: 'chainId',
  group: 'chain',
  summary: 'The chain id, a short string as a felt.',
  kind: 'read',
  params: noParams,
  run: ({ node }) => formatFelt(node.chainId),
});
