import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

export const autoImpersonate = method('autoImpersonate', noParams, async ({ write }) => {
  await write((draft) => draft.setAutoImpersonate(true));
  return {};
});
