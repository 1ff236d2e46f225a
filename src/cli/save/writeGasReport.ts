import { atomicWrite } from '../../platform/atomicWrite.ts';
import type { GasReportTexts } from '../../tools/gas/gasReport.ts';

/** Writes a gas report as the name of the file says: JSON, Markdown, or a table. */
export async function writeGasReport(path: string, report: GasReportTexts): Promise<void> {
  const text = path.endsWith('.json')
    ? await gasReportJson(report)
    : path.endsWith('.md')
      ? report.markdown
      : report.text;
  await atomicWrite(path, text, { mode: 0o666, durable: false });
}

/** A gas report as JSON: the list of its functions. */
export async function gasReportJson(report: GasReportTexts): Promise<string> {
  // Loaded when it is first used: most nodes end without a report.
  const { formatGasReport } = await import('../../rpc/format/gasReport.ts');
  return `${JSON.stringify(formatGasReport(report).functions, null, 2)}\n`;
}
