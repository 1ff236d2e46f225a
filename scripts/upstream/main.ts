// npm run upstream: compares the newest published releases of the packages that we follow with those that we name (followed.ts).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOLLOWED } from './followed.ts';
import { crates, npm, runCommand } from './registries.ts';
import { findNews, reportOf } from './report.ts';

const folder = mkdtempSync(join(tmpdir(), 'starbox-upstream-'));
try {
  const registries = { crates: crates(runCommand), npm: npm(runCommand, folder) };
  const { lines, exitCode } = reportOf(await findNews(FOLLOWED, registries));
  console.log(lines.join('\n'));
  process.exitCode = exitCode;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
