import { byContract, type CoverageAnswer, type CoverageFile, shareText } from '../../data/coverage/coverage.ts';
import { href } from '../../routing/router.ts';
import { Card } from '../layout/Card.tsx';
import { type Column, Table } from '../layout/Table.tsx';
import { Empty } from '../messages/messages.tsx';
import { grouped, safeName } from '../values/format.ts';

type Shares = Pick<CoverageFile, 'lines' | 'functions' | 'branches'>;

interface Props {
  readonly answer: CoverageAnswer;
  /** The transaction that is looked at. */
  readonly hash: string | undefined;
}

/** The address of a file in the screen of coverage. */
export function fileAddress(path: string, hash: string | undefined): string {
  const query = new URLSearchParams({ ...(hash !== undefined && { tx: hash }), file: path });
  return href(`/coverage?${query}`);
}

/** What ran, by contract and by file, and what could not be looked at. */
export function CoverageTables({ answer, hash }: Props) {
  const { files, without_lines: withoutLines, elsewhere } = answer;
  const contracts = byContract(files);
  const folder = commonFolder(files.map(({ path }) => path));
  return (
    <>
      {files.length === 0 ? (
        <Empty title="No line of your code is known to have run">
          Lines need build output of Scarb that the node sees (<code>--artifacts</code> names its folder), with{' '}
          <code>unstable-add-statements-code-locations-debug-info = true</code> and{' '}
          <code>unstable-add-statements-functions-debug-info = true</code> under <code>[profile.dev.cairo]</code>.
        </Empty>
      ) : (
        <>
          {contracts.length > 0 && (
            <Card title="Contracts" isFlush>
              <Table
                label="Coverage of contracts"
                rows={contracts}
                keyOf={({ name }) => name}
                columns={[
                  {
                    name: 'Contract',
                    cell: ({ name, files: own }) => (
                      <a
                        href={fileAddress(mainFile(own), hash)}
                        title={`Its largest file: ${safeName(mainFile(own), 400)}`}
                      >
                        {safeName(name)}
                      </a>
                    ),
                  },
                  ...shares(),
                ]}
              />
            </Card>
          )}
          <Card title="Files" isFlush>
            <Table
              label="Coverage of files"
              rows={files}
              keyOf={({ path }) => path}
              columns={[
                {
                  name: 'File',
                  cell: ({ path }) => (
                    <a href={fileAddress(path, hash)} title={safeName(path, 400)}>
                      {safeName(path.slice(folder.length))}
                    </a>
                  ),
                },
                ...shares<CoverageFile>(),
                { name: 'Lines that did not run', cell: ({ missed }) => ranges(missed), isMinor: true },
              ]}
            />
          </Card>
        </>
      )}
      {withoutLines.length > 0 && (
        <p class="note-box">
          Without source lines in their class files: {withoutLines.map((name) => safeName(name)).join(', ')}. Build them
          with <code>unstable-add-statements-code-locations-debug-info = true</code> and{' '}
          <code>unstable-add-statements-functions-debug-info = true</code> under <code>[profile.dev.cairo]</code> in
          Scarb.toml.
        </p>
      )}
      {elsewhere.length > 0 && (
        <p class="note-box">
          Compiled elsewhere, from files that are not here: {elsewhere.map((name) => safeName(name)).join(', ')}.
        </p>
      )}
    </>
  );
}

/** The file of a contract with the most lines of code. */
const mainFile = (files: readonly CoverageFile[]): string =>
  files.reduce((most, file) => (file.lines.found > most.lines.found ? file : most)).path;

const shares = <T extends Shares>(): readonly Column<T>[] =>
  (['lines', 'functions', 'branches'] as const).map((kind) => ({
    name: { lines: 'Lines', functions: 'Functions', branches: 'Branches' }[kind],
    isNumber: true,
    cell: (row: T) => <ShareBar share={row[kind]} what={kind} />,
  }));

interface ShareProps {
  readonly share: Shares['lines'];
  /** What is counted, such as `lines`. */
  readonly what: string;
}

/** A share as a bar with its percentage, and with the numbers as a tooltip. */
export function ShareBar({ share, what }: ShareProps) {
  const { found, hit } = share;
  if (found === 0)
    return (
      <span class="share muted" title={`It has no ${what}.`}>
        {shareText(share)}
      </span>
    );
  return (
    <span class="share" title={`${grouped(hit)} of ${grouped(found)} ${what}`}>
      <span class="share-bar" aria-hidden="true">
        <i style={{ width: `${(100 * hit) / found}%` }} />
      </span>
      <span class="share-text">{shareText(share)}</span>
    </span>
  );
}

const MOST_RANGES = 8;

/** Lines as ranges: `12, 15-18`. */
export function ranges(lines: readonly number[]): string {
  const found: [number, number][] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else found.push([line, line]);
  }
  const shown = found.slice(0, MOST_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  return [...shown, ...(found.length > MOST_RANGES ? ['…'] : [])].join(', ');
}

function commonFolder(paths: readonly string[]): string {
  const [first = '', ...rest] = paths;
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (rest.some((path) => !path.startsWith(folder)))
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  return folder;
}
