// npm run bench [-- AREA ...]: measures each area and prints its figures with their bars.

import { controlsBench } from './controls.ts';
import { debuggerBench } from './debugger.ts';
import { executionBench } from './execution.ts';
import { explainBench } from './explain.ts';
import { benchFelt } from './felt.ts';
import { forkBench } from './fork.ts';
import { printRows, type Row } from './harness.ts';
import { libraryBench } from './library.ts';
import { openBlockBench } from './openBlock.ts';
import { sierraBench } from './sierra.ts';
import { stateBench } from './state.ts';
import { vmBench } from './vm.ts';

const areas: Record<string, () => Promise<readonly Row[]>> = {
  felt: benchFelt,
  state: stateBench,
  execution: executionBench,
  vm: vmBench,
  sierra: sierraBench,
  controls: controlsBench,
  library: libraryBench,
  openBlock: openBlockBench,
  fork: forkBench,
  explain: explainBench,
  debugger: debuggerBench,
};

const chosen = process.argv.slice(2);
for (const [name, run] of Object.entries(areas)) {
  if (chosen.length && !chosen.includes(name)) continue;
  printRows(name, await run());
}
