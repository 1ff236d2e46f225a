// npm run upstream [-- --write]: compares the newest published releases of the packages that we follow with those that we name (followed.ts).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GATEWAY_SOURCE, gatewayVersions } from '../../src/protocol/gatewayLimits.ts';
import { withMarkedPart } from '../markedPart.ts';
import { FOLLOWED } from './followed.ts';
import { crates, git, npm, runCommand } from './registries.ts';
import { findNews, reportOf } from './report.ts';

const GATEWAY_PART = { branches: gatewayVersions.map(({ branch }) => branch), folder: GATEWAY_SOURCE.folder };
const PAGE = new URL('../../docs/trust.md', import.meta.url);

/** Writes the result to the page that tells when we last looked. */
function writeResult(lines: readonly string[]): void {
  const date = new Date().toISOString().slice(0, 10);
  const part = [`Its last result, of ${date}:`, '', '```', ...lines, '```'].join('\n');
  writeFileSync(PAGE, withMarkedPart(readFileSync(PAGE, 'utf8'), 'upstream', part));
}

const folder = mkdtempSync(join(tmpdir(), 'starbox-upstream-'));
try {
  const registries = {
    crates: crates(runCommand),
    npm: npm(runCommand, folder),
    git: git(runCommand, folder, GATEWAY_PART),
  };
  const { lines, exitCode } = reportOf(await findNews(FOLLOWED, registries));
  console.log(lines.join('\n'));
  if (process.argv.includes('--write')) writeResult(lines);
  process.exitCode = exitCode;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
