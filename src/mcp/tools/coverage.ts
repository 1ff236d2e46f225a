import { ChainError } from '../../protocol/chainError.ts';
import { lineRanges } from '../../tools/coverage/coverageText.ts';
import { ToolError } from '../answer.ts';
import type { Branch } from '../branch.ts';
import { optional, shown, text } from '../input.ts';
import { branchTool } from '../tool.ts';

/** What ran of the Cairo code. */
export const coverage = branchTool({
  name: 'coverage',
  description:
    'Which lines, functions and branches of the Cairo code ran since the start, in all branches together. With file: the lines of that file that did not run.',
  input: { file: optional(text('The path of a source file, or the end of it, such as src/lib.cairo.', 500)) },
  run: async (branch, { file }) => {
    const report = await coverageOf(branch);
    if (file === undefined) return { text: 'What ran since the start.', data: report.text };
    const found = report.files.find(({ path }) => path === file || path.endsWith(`/${file.replace(/^\//, '')}`));
    if (!found && report.files.length === 0) return { text: `Nothing is known of ${shown(file)}:`, data: report.text };
    if (!found) throw new ToolError(`No code of ${shown(file)} ran. Without file, coverage lists the files.`);
    const { lines, missed } = found;
    return {
      text: `${lines.hit} of ${lines.found} lines ran.`,
      data: `${found.path}\nLines that did not run: ${lineRanges(missed) || 'none'}`,
    };
  },
});

/** The coverage of a chain, which a running node may not count. */
export async function coverageOf({ box, beginning }: Branch) {
  try {
    return await box.coverage();
  } catch (error) {
    // Chains of our own always count.
    if (!beginning.isOfNode || !(error instanceof ChainError)) throw error;
    throw new ToolError(
      'The running node does not count which lines run. Start a chain that does with start {"private": true}, or let the user start the node with --coverage DIR.',
    );
  }
}
