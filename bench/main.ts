// npm run bench [-- AREA ...]: prints each area's figures beside its bars, measured in one run.
import { printRows, type Row } from './harness.ts';

const areas: Record<string, () => Promise<readonly Row[]>> = {};

const chosen = process.argv.slice(2);
for (const [name, run] of Object.entries(areas)) {
  if (chosen.length && !chosen.includes(name)) continue;
  printRows(name, await run());
}
