// Writes the reports that options ask for, when the program ends.

import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Options } from '../../options/options.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { isFolder } from '../../platform/isFolder.ts';
import { processFileSaver } from '../../platform/processFiles.ts';
import type { Hub } from '../../sandbox/hub.ts';
import type { Log } from '../../server/log/log.ts';
import { loadTools } from '../../tools/loadTools.ts';
import { StartError } from '../start/startError.ts';
import { writeGasReport } from './writeGasReport.ts';

type ReportOptions = Pick<Options, 'gas-report' | 'coverage'>;

/** Makes sure at the start that the reports can be written at the end. */
export async function checkReportPaths({ 'gas-report': path, coverage }: ReportOptions): Promise<void> {
  if (coverage !== undefined)
    await mkdir(coverage, { recursive: true }).catch((error: unknown) => {
      throw new StartError(`--coverage ${coverage} cannot be used: ${ioReason(error)}. Choose another folder.`);
    });
  if (path === undefined || (await isFolder(path))) return;
  const folder = dirname(resolve(path));
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory())
    throw new StartError(
      `--gas-report ${path} cannot be written: there is no folder ${folder}. Make it, or choose another file.`,
    );
}

/** Writes the reports. Returns whether all were written; never throws. */
export async function saveReports(hub: Hub, options: ReportOptions, log: Log): Promise<boolean> {
  const isSaved = await saveGasReport(hub, options['gas-report'], log);
  return (await saveCoverage(hub, options.coverage, log)) && isSaved;
}

async function saveCoverage({ node }: Hub, folder: string | undefined, log: Log): Promise<boolean> {
  if (folder === undefined) return true;
  try {
    const tools = await loadTools();
    const report = await tools.reportCoverage(node.chain);
    await tools.saveCoverage(node.chain, report);
    const { percentText } = await import('../../tools/coverage/coverageText.ts');
    const ran =
      report.lines.found === 0 ? 'no Cairo code with source lines ran' : `${percentText(report.lines)} of lines ran`;
    const text = `The coverage is saved in ${folder}: ${ran}. See it with: starbox coverage ${folder}`;
    log.write('info', 'starbox', text);
    return true;
  } catch (error) {
    log.write('error', 'starbox', `The coverage could not be written to ${folder}: ${reasonOf(error)}`);
    return false;
  }
}

const reasonOf = (error: unknown): string =>
  (error as { code?: unknown }).code === undefined ? (error as Error).message : ioReason(error);

async function saveGasReport(hub: Hub, path: string | undefined, log: Log): Promise<boolean> {
  if (path === undefined) return true;
  try {
    const { chain } = hub.node;
    const { encodeGas, reportGas } = await loadTools();
    const isShared = await isFolder(path);
    if (isShared) await processFileSaver(path, 'gas')(await encodeGas(chain));
    else await writeGasReport(path, await reportGas(chain));
    const next = isShared ? ` See it with: starbox gas ${path}` : '';
    log.write('info', 'starbox', `The gas report is saved in ${path}.${next}`);
    return true;
  } catch (error) {
    log.write('error', 'starbox', `The gas report could not be written to ${path}: ${reasonOf(error)}`);
    return false;
  }
}
