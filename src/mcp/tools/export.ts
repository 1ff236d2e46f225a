import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { writeRecord } from '../../rpc/record/recordFile.ts';
import { ToolError } from '../answer.ts';
import type { Branch } from '../branch.ts';
import { optional, shown, text, word } from '../input.ts';
import { accountName, transactionOf } from '../names.ts';
import { writablePath } from '../permissions.ts';
import { testText } from '../testText.ts';
import { tool } from '../tool.ts';
import type { Workbench } from '../workbench.ts';

/** The endings of the files of each kind. */
const ENDINGS = {
  test: /\.(?:test|spec)\.ts$/,
  state: /\.starbox$/,
  requests: /\.json$/,
  profile: /\.html$/,
  coverage: /\.lcov$/,
  record: /\.record$/,
} as const;
type Kind = keyof typeof ENDINGS;

/** Gives away what was found. */
export const exportTool = tool({
  name: 'export',
  description:
    'Take the result along. test: a vitest file that repeats the deploys, sends, calls and controls of this branch and expects what was seen; without file it is returned as text. requests: the list of requests as JSON. state: the whole chain. profile: a flame graph of a transaction. coverage: lcov. record: what a fork read from its node, to repeat it without network. Files need --allow-write of the user.',
  input: {
    kind: word('What.', 'test', 'requests', 'state', 'profile', 'coverage', 'record'),
    title: optional(text('The name of the test.', 200)),
    transaction: optional(text('Of which transaction, for profile. Default: last.', 70)),
    file: optional(
      text(
        'The file, below the folder of --allow-write, such as found.test.ts, chain.starbox, gas.html, run.lcov, mainnet.record.',
        300,
      ),
    ),
    branch: optional(text('A branch. Default: the one in use.')),
  },
  changes: true,
  run: async (bench, { kind, title, transaction, file, branch: branchName }) => {
    const branch = await bench.branch(branchName);
    const content = await contentOf(bench, branch, { kind, title: title ?? 'what was found', transaction });
    if (file === undefined) {
      if (typeof content !== 'string' || kind === 'profile' || kind === 'coverage')
        throw new ToolError(
          `Name a file: ${kind} is not for reading here.${kind === 'state' || kind === 'record' ? '' : ` The tool ${kind} shows it in words.`}`,
        );
      return {
        text:
          kind === 'test' ? 'Save it in a file such as test/found.test.ts, and run it with vitest.' : 'The requests.',
        data: content,
      };
    }
    if (!ENDINGS[kind].test(file))
      throw new ToolError(`The name of a ${kind} file must end as in ${EXAMPLES[kind]}; ${shown(file)} does not.`);
    const path = await writablePath(file, bench.permissions);
    await mkdir(dirname(path), { recursive: true });
    try {
      await writeFile(path, content, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new ToolError(`${shown(file)} exists, and no file is replaced. Choose another name.`);
    }
    return { text: `Wrote ${shown(relative(bench.permissions.write!, path))} in the folder of --allow-write.` };
  },
});

const EXAMPLES: Readonly<Record<Kind, string>> = {
  test: 'found.test.ts',
  state: 'chain.starbox',
  requests: 'requests.json',
  profile: 'gas.html',
  coverage: 'run.lcov',
  record: 'mainnet.record',
};

interface Wanted {
  readonly kind: Kind;
  readonly title: string;
  readonly transaction: string | undefined;
}

async function contentOf(
  bench: Workbench,
  branch: Branch,
  { kind, title, transaction }: Wanted,
): Promise<string | Uint8Array> {
  const { box } = branch;
  switch (kind) {
    case 'test':
      if (branch.steps.length === 0)
        throw new ToolError('Nothing was done in this branch yet: deploy, send and call first.');
      return testText(
        title,
        branch.steps,
        box.accounts.map((_, i) => accountName(i)),
      );
    case 'requests':
      return JSON.stringify(box.dump(), undefined, 1);
    case 'state':
      return box.saveState();
    case 'profile':
      return (await box.profile(await transactionOf(branch, transaction))).html;
    case 'coverage':
      return (await box.coverage()).lcov;
    case 'record':
      if (!bench.record)
        throw new ToolError('This chain is no fork of a node: nothing is recorded. Start with fork first.');
      return writeRecord(bench.record);
  }
}
