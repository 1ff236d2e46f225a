import type { AttackGroup } from './attack.ts';
import { agents } from './groups/agents.ts';
import { boxes } from './groups/boxes.ts';
import { chains } from './groups/chains.ts';
import { classes } from './groups/classes.ts';
import { executions } from './groups/executions.ts';
import { faults } from './groups/faults.ts';
import { files } from './groups/files.ts';
import { http } from './groups/http.ts';
import { inputs } from './groups/inputs.ts';
import { json } from './groups/json.ts';
import { l1 } from './groups/l1.ts';
import { life } from './groups/life.ts';
import { lists } from './groups/lists.ts';
import { memory } from './groups/memory.ts';
import { mempool } from './groups/mempool.ts';
import { methods } from './groups/methods.ts';
import { origins } from './groups/origins.ts';
import { pages } from './groups/pages.ts';
import { paymaster } from './groups/paymaster.ts';
import { searches } from './groups/searches.ts';
import { surroundings } from './groups/surroundings.ts';
import { tools } from './groups/tools.ts';
import { wallet } from './groups/wallet.ts';

/** Every attack, in the order of the table. */
export const groups: readonly AttackGroup[] = [
  http,
  json,
  lists,
  memory,
  methods,
  classes,
  executions,
  boxes,
  chains,
  mempool,
  inputs,
  faults,
  paymaster,
  l1,
  files,
  origins,
  tools,
  searches,
  pages,
  wallet,
  agents,
  surroundings,
  life,
];
