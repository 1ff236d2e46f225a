import { ioReason } from '../../platform/ioReason.ts';
import { withTexts } from '../../tools/gas/gasReport.ts';
import { gasReportOf } from '../../tools/gas/measuredCalls.ts';
import { decodeMeasuredCalls } from '../../tools/gas/measuredCallsJson.ts';
import { gasReportJson, writeGasReport } from '../save/writeGasReport.ts';
import { StartError } from '../start/startError.ts';
import { optionsHelp } from './commandOptions.ts';
import { readProcessFiles, readWrapped, runCollecting, type WrappedArguments } from './wrappedCommand.ts';

const HELP = `Show what each function of your contracts used in a whole test run

Usage: starbox gas [OPTIONS] [DIR] [-- COMMAND…]

  DIR      the folder in which tests and nodes write what calls used [default: gas-report]
  COMMAND  a command that runs your tests; it runs first, and what earlier runs left in DIR is removed

Sandboxes of starbox/testing and nodes write to the folder that STARBOX_GAS_REPORT names, which COMMAND gets; others to that of their
option gasReport. What all of them wrote becomes one report.

Options:
${optionsHelp('gas')}
Examples:
  starbox gas -- npx vitest run
  starbox gas -o gas.json -- npx vitest run
  starbox gas-diff before.json gas.json
`;

/** `starbox gas [DIR] [-- COMMAND…]`. */
export async function gasCommand(args: readonly string[]): Promise<number> {
  const read = readWrapped('gas', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const status = await runCollecting(read, 'gas', 'STARBOX_GAS_REPORT');
  const files = await readProcessFiles(read.folder, 'gas', decodeMeasuredCalls);
  if (files.length === 0) throw nothingMeasured(read, status);
  const report = withTexts(gasReportOf(files.map(({ value }) => value)));
  const output = read.own['output'] as string | undefined;
  if (output !== undefined)
    await writeGasReport(output, report).catch((error: unknown) => {
      throw new StartError(`${output} cannot be written: ${ioReason(error)}`);
    });
  if (read.json) process.stdout.write(await gasReportJson(report));
  else if (output !== undefined) process.stdout.write(`The gas report is saved in ${output}.\n`);
  else process.stdout.write(`${read.command.length > 0 ? '\n' : ''}${report.text}`);
  return status;
}

function nothingMeasured({ folder, command }: WrappedArguments, status: number): StartError {
  return new StartError(
    command.length > 0
      ? `${command[0]} ended with ${status} and measured no gas. Tests do if they use starbox/testing, Sandbox.create({ gasReport: '${folder}' }), or a node that they start and end.`
      : `${folder} has no measured gas. Run your tests with 'starbox gas -- COMMAND'. A node writes it with --gas-report ${folder}, when it ends, if the folder exists.`,
  );
}
