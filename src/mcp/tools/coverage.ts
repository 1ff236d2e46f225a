import { lineRanges } from '../../tools/coverage/coverageText.ts';
import { ToolError } from '../answer.ts';
import { optional, shown, text } from '../input.ts';
import { tool } from '../tool.ts';

/** What ran of the Cairo code. */
export const coverage = tool({
  name: 'coverage',
  description:
    'Which lines, functions and branches of the Cairo code ran since the start, in all branches together. With file: the lines of that file that did not run.',
  input: {
    file: optional(text('The path of a source file, or the end of it, such as src/lib.cairo.', 500)),
    branch: optional(text('A branch. Default: the one in use.')),
  },
  run: async (bench, { file, branch: branchName }) => {
    const { box } = await bench.branch(branchName);
    const report = await box.coverage();
    if (file === undefined) return { text: 'What ran since the start.', data: report.text };
    const found = report.files.find(({ path }) => path === file || path.endsWith(`/${file.replace(/^\//, '')}`));
    if (!found) throw new ToolError(`No code of ${shown(file)} ran. Without file, coverage lists the files.`);
    const { lines, missed } = found;
    return {
      text: `${lines.hit} of ${lines.found} lines ran.`,
      data: `${found.path}\nLines that did not run: ${lineRanges(missed) || 'none'}`,
    };
  },
});
