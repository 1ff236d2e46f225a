import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

export const stopAutoImpersonate = method('stopAutoImpersonate', noParams, async ({ write }) => {
  await write((draft) => draft.setAutoImpersonate(false));
  return {};
});
