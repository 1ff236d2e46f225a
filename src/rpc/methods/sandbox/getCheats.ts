import { noParams } from '../../decode/params.ts';
import { formatCheat } from '../../format/cheat.ts';
import { method } from '../../method.ts';

export const getCheats = method({
  name: 'getCheats',
  group: 'sandbox',
  summary: 'The cheats in force, oldest first.',
  kind: 'read',
  params: noParams,
  run: ({ chain }) => ({ cheats: chain.value.cheats.all.map(formatCheat) }),
});
