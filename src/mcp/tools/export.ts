import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { restIfDue } from '../../async/turns.ts';
import { jsonPieces } from '../../json/jsonPieces.ts';
import { realPath } from '../../platform/requestPaths.ts';
import { writeRecord } from '../../rpc/record/recordFile.ts';
import { ToolError } from '../answer.ts';
import type { Branch } from '../branch.ts';
import { optional, shown, text, word } from '../input.ts';
import { accountName, transactionOf } from '../names.ts';
import { writablePath } from '../permissions.ts';
import { testText } from '../testText.ts';
import { branchTool } from '../tool.ts';
import type { Workbench } from '../workbench.ts';
import { coverageOf } from './coverage.ts';

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
export const exportTool = branchTool({
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
  },
  changes: true,
  run: async (branch, { kind, title, transaction, file }, bench) => {
    if (file === undefined) {
      if (kind !== 'test') throw new ToolError(`Name a file such as ${EXAMPLES[kind]}: ${INSTEAD[kind]}`);
      return {
        text: 'Save it in a file such as test/found.test.ts, and run it with vitest.',
        data: testOf(branch, title),
        isExact: true,
      };
    }
    if (!ENDINGS[kind].test(file))
      throw new ToolError(`The name of a ${kind} file must end as in ${EXAMPLES[kind]}; ${shown(file)} does not.`);
    const path = await writablePath(file, bench.permissions);
    const content = await contentOf(bench, branch, { kind, title, transaction });
    await mkdir(dirname(path), { recursive: true });
    try {
      await writeFile(path, content, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        throw new ToolError(`${shown(file)} exists, and no file is replaced. Choose another name.`);
      await rm(path, { force: true });
      throw error;
    }
    const project = await realPath(bench.permissions.project);
    return { text: `Wrote ${shown(relative(project, path).replaceAll('\\', '/'))}, from the folder of the project.` };
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

/** What to do for a kind that is only written to files. */
const INSTEAD: Readonly<Record<Exclude<Kind, 'test'>, string>> = {
  state: 'the whole chain is not for reading here.',
  requests: 'the requests have whole classes in them. The tool state lists transactions.',
  profile: 'it is a page for people. The tool profile shows it in words.',
  coverage: 'it is for other programs. The tool coverage shows it in words.',
  record: 'it is not for reading here.',
};

interface Wanted {
  readonly kind: Kind;
  readonly title: string | undefined;
  readonly transaction: string | undefined;
}

async function contentOf(
  bench: Workbench,
  branch: Branch,
  { kind, title, transaction }: Wanted,
): Promise<string | Uint8Array | AsyncIterable<string>> {
  const { box } = branch;
  switch (kind) {
    case 'test':
      return testOf(branch, title);
    case 'requests':
      return inTurns(jsonPieces(box.dump()));
    case 'state':
      return box.saveState();
    case 'profile':
      return (await box.profile(await transactionOf(branch, transaction))).html;
    case 'coverage':
      return lcovOf(branch);
    case 'record':
      if (!bench.origin)
        throw new ToolError('This chain is no fork of a node: nothing is recorded. Start with fork first.');
      return writeRecord(bench.origin.record);
  }
}

function testOf({ box, steps, beginning }: Branch, title = 'what was found'): string {
  if (steps.length === 0) throw new ToolError('Nothing was done in this branch yet: deploy, send and call first.');
  const names = box.accounts.map((_, i) => accountName(i));
  return testText(title, steps, names, beginning);
}

async function lcovOf(branch: Branch): Promise<string> {
  const { lcov, text: told } = await coverageOf(branch);
  if (lcov === '') throw new Error(told);
  return lcov;
}

/** The characters that are written at a time. */
const PIECE_CHARS = 2 ** 16;

/** A long text in pieces, between which other clients have their turns. */
async function* inTurns(pieces: Iterable<string>): AsyncIterable<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < PIECE_CHARS) continue;
    yield text;
    text = '';
    const rest = restIfDue();
    if (rest) await rest;
  }
  yield text;
}
