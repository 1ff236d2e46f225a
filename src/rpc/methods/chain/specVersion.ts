import { SPEC_VERSION } from '../../../protocol/version.ts';
import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

export const specVersion = method({
  name: 'specVersion',
  group: 'chain',
  kind: 'read',
  params: noParams,
  run: () => SPEC_VERSION,
});
