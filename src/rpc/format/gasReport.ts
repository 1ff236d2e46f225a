import type { GasReportTexts, ReportedFunction } from '../../tools/gas/gasReport.ts';

/** A gas report as JSON, and as text in two forms. */
export const formatGasReport = (report: GasReportTexts) => ({
  functions: report.functions.map(formatFunction),
  /** The number of calls of functions for which there was no room. */
  left_out: report.leftOut,
  text: report.text,
  markdown: report.markdown,
});

const formatFunction = (row: ReportedFunction) => ({
  contract: row.contract,
  class_hash: row.classHash,
  name: row.name,
  calls: row.calls,
  failed: row.failed,
  l2_gas: row.l2Gas,
  steps: row.steps,
  storage_reads: row.storageReads,
  storage_writes: row.storageWrites,
  builtins: row.builtins,
});
