import { SPEC_VERSION } from '../../../protocol/version.ts';
import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

export const specVersion = method({
  name: 'specVersion',
  group: 'chain',
  summary: 'The version of the JSON-RPC specification that the chain methods follow.',
  kind: 'read',
  params: noParams,
  run: () => SPEC_VERSION,
});
