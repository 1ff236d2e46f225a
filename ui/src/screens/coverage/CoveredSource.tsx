import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CoverageAnswer } from '../../data/coverage/coverage.ts';
import { type LineCounts, readLcov, stateOf } from '../../data/coverage/lineCounts.ts';
import { useCanDebug } from '../../data/node/canDebug.ts';
import { CairoLine } from '../../parts/explanations/CairoLine.tsx';
import { Empty } from '../../parts/messages/messages.tsx';
import { grouped } from '../../parts/values/format.ts';
import { href } from '../../routing/router.ts';

interface Props {
  /** The path of the file in the coverage. */
  readonly path: string;
  readonly source: NonNullable<CoverageAnswer['source']> | null;
  readonly run: CoverageAnswer | undefined;
  readonly transaction: CoverageAnswer | undefined;
  readonly hash: string | undefined;
  /** The line to show. */
  readonly line: number | undefined;
}

/** The first lines of a very long file are in the page; a button adds the others. */
const PART = 1_500;

/** A source file with the lines that ran in colours, and how often: in the transaction, and in the whole run. */
export function CoveredSource({ path, source, run, transaction, hash, line }: Props) {
  const [parts, setParts] = useState(1);
  const box = useRef<HTMLPreElement>(null);
  const canDebug = useCanDebug('sandbox_debugTransaction');
  const inRun = useCounts(run, path);
  const inTransaction = useCounts(transaction, path);
  const noCode = useMemo(
    () => new Set((transaction ?? run)?.files.find((file) => file.path === path)?.no_code ?? []),
    [run, transaction, path],
  );
  const name = (transaction ?? run)?.files.find((file) => file.path === path)?.names[0] ?? path;
  const colours = inTransaction ?? inRun;
  // Without a line, what ran or could run is shown: the head of a file has often no code.
  const shownLine = line ?? (colours && firstCounted(colours));
  const last = Math.max(parts * PART, (shownLine ?? 0) + 100);
  useLayoutEffect(() => {
    const shown =
      shownLine === undefined ? undefined : box.current?.querySelector<HTMLElement>(`[data-line="${shownLine}"]`);
    if (shown && box.current) box.current.scrollTop = shown.offsetTop - box.current.offsetTop - 120;
  }, [shownLine, path, source !== null]);
  if (!source) return <Empty title="No source">The node cannot read this file.</Empty>;
  return (
    <>
      {source.is_changed && (
        <p class="note-box">The file was changed after the build: lines may be other ones than those that ran.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <pre ref={box} class="covered" tabIndex={0}>
        {source.lines.slice(0, last).map((text, i) => {
          const number = i + 1;
          const state = colours && stateOf(colours, number);
          return (
            <div key={number} data-line={number} class={`${state ?? ''}${number === line ? ' chosen' : ''}`}>
              {hash !== undefined && <Count counts={inTransaction} line={number} where="in this transaction" />}
              <Count counts={inRun} line={number} where="in the whole run" />
              <LineNumber
                number={number}
                place={`${name}:${number}`}
                hash={canDebug && (state === 'ran' || state === 'partial') ? hash : undefined}
              />
              <span>
                <CairoLine text={text.replaceAll('\t', '    ')} />
                {noCode.has(number) && <span class="no-code">no code</span>}
              </span>
            </div>
          );
        })}
      </pre>
      {source.lines.length > last && (
        <footer>
          <button type="button" class="button small" onClick={() => setParts(parts + 1)}>
            Show more of the {grouped(source.lines.length)} lines
          </button>
        </footer>
      )}
    </>
  );
}

function useCounts(answer: CoverageAnswer | undefined, path: string): LineCounts | undefined {
  const content = answer?.content;
  return useMemo(() => (content === undefined ? undefined : readLcov(content).get(path)), [content, path]);
}

const firstCounted = ({ counts }: LineCounts): number | undefined =>
  counts.size === 0 ? undefined : Math.min(...counts.keys());

interface CountProps {
  readonly counts: LineCounts | undefined;
  readonly line: number;
  readonly where: string;
}

function Count({ counts, line, where }: CountProps) {
  const count = counts?.counts.get(line);
  if (count === undefined) return <span class="line-gas" />;
  const partial = counts!.partial.has(line) ? ', but not all of its branches' : '';
  const text = count === 0 ? `did not run ${where}` : `ran ${grouped(count)} × ${where}${partial}`;
  return (
    <span class="line-gas" title={text}>
      {count === 0 ? '–' : `${grouped(count)}×`}
    </span>
  );
}

interface NumberProps {
  readonly number: number;
  readonly place: string;
  /** The transaction that ran it, if it can be debugged. */
  readonly hash: string | undefined;
}

/** The number of a line that ran in the transaction leads there in the debugger. */
const LineNumber = ({ number, place, hash }: NumberProps) =>
  hash !== undefined ? (
    <a
      class="line-number"
      href={href(`/tx/${hash}/debug?stop=${encodeURIComponent(place)}`)}
      aria-label={`Debug line ${number}`}
    >
      {number}
    </a>
  ) : (
    <span class="line-number">{number}</span>
  );
