// Writes the reports that options ask for, when the program ends.
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Options } from '../../options/options.ts';
import { atomicWrite } from '../../platform/atomicWrite.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { formatGasReport } from '../../rpc/format/gasReport.ts';
import type { Hub } from '../../sandbox/hub.ts';
import type { Log } from '../../server/log/log.ts';
import { StartError } from '../start/startError.ts';

/** Makes sure at the start that the reports can be written at the end. */
export async function checkReportPaths({ 'gas-report': path }: Pick<Options, 'gas-report'>): Promise<void> {
  if (path === undefined) return;
  const folder = dirname(resolve(path));
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory())
    throw new StartError(
      `--gas-report ${path} cannot be written: there is no folder ${folder}. Make it, or choose another file.`,
    );
}

/** Writes the reports. Returns whether all were written; never throws. */
export async function saveReports(hub: Hub, options: Pick<Options, 'gas-report'>, log: Log): Promise<boolean> {
  const { 'gas-report': path } = options;
  if (path === undefined) return true;
  try {
    const report = await hub.node.chain.gasReport();
    const text = path.endsWith('.json')
      ? `${JSON.stringify(formatGasReport(report).functions, null, 2)}\n`
      : path.endsWith('.md')
        ? report.markdown
        : report.text;
    await atomicWrite(path, text, { mode: 0o666, durable: false });
    log.write('info', 'starbox', `The gas report is saved in ${path}.`);
    return true;
  } catch (error) {
    const reason = (error as { code?: unknown }).code === undefined ? (error as Error).message : ioReason(error);
    log.write('error', 'starbox', `The gas report could not be written to ${path}: ${reason}`);
    return false;
  }
}
