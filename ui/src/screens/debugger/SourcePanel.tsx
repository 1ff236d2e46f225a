import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type LineCounts, stateOf } from '../../data/coverage/lineCounts.ts';
import type { OwnGas } from '../../data/profile/lineGas.ts';
import { moveFocus } from '../../parts/layout/moveFocus.ts';
import { Empty } from '../../parts/messages/messages.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { safeLine } from '../../parts/values/format.ts';
import { toggleBreakpoint } from './breakpoints.ts';
import { HoverCard, useHover } from './HoverCard.tsx';
import { inlineValues, variableAt } from './inlineValues.ts';
import { bringIntoSight } from './lineInSight.ts';
import { panicMarks } from './panicMarks.ts';
import { SourceAdvice } from './SourceAdvice.tsx';
import { SourceLine } from './SourceLine.tsx';
import type { Debugger, Timeline, View } from './useDebugger.ts';

interface Props {
  readonly view: View;
  readonly timeline: Timeline | undefined;
  readonly debug: Debugger;
  /** Whether the line that runs next is the one that fails, which a note above the source says. */
  readonly isFailure: boolean;
  /** The gas of lines, by `file:line`. */
  readonly gas: ReadonlyMap<string, OwnGas>;
  /** How often lines ran, by file. */
  readonly counts: ReadonlyMap<string, LineCounts>;
}

/**
 * The source of the shown function in colours, with the line that runs next, the values of its variables, what lines cost and where it
 * panics. A click on a number sets a breakpoint, and so does F9 in the line that has the focus.
 */
export function SourcePanel({ view, timeline, debug, isFailure, gas, counts }: Props) {
  const { source, stack } = view;
  const frame = stack[debug.frame];
  const isFrame = debug.file === undefined || debug.file === frame?.file;
  const isHere = isFrame && (!source || !frame || isWithin(source, frame.line));
  const line = isHere ? frame?.line : undefined;
  /** The line that is scrolled to: one that was asked for, or the one that runs. */
  const sought = debug.line ?? line;
  const row = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLPreElement>(null);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const [shown, pre] = [row.current, box.current];
    if (!pre) return;
    if (!shown) {
      pre.scrollTop = 0;
      return;
    }
    bringIntoSight(shown, pre, isFirst.current);
    isFirst.current = false;
  }, [source?.name, source?.first_line, sought, view.moment, isFailure]);
  const file = source && !source.is_listing ? source.name : undefined;
  const ran = file === undefined ? undefined : counts.get(file);
  const code = timeline?.files.find(({ name }) => name === file)?.code_lines;
  useBreakpointKey(file, line);
  const hover = useHover(box);
  const panics = useMemo(
    () => panicMarks(timeline, view.moment, isFrame ? frame?.call_depth : undefined),
    [timeline, view.moment, isFrame, frame?.call_depth],
  );
  if (!frame && debug.file === undefined) return <Empty title="The end">All calls have returned.</Empty>;
  const name = debug.file ?? frame?.file ?? source?.name ?? '';
  const values =
    source && file !== undefined && line !== undefined
      ? inlineValues(source.lines, source.first_line, line, view.locals)
      : new Map<number, View['locals']>();
  const hovered = hover.at && variableAt(hover.at.path, view.locals);
  const names = file !== undefined && isFrame ? view.locals : [];
  return (
    <section class="card debug-source" aria-label="Source">
      <header>
        <FileChoice name={name} files={timeline?.files ?? []} onShow={debug.showFile} />
        {source?.is_listing === true && (
          <span class="badge" title="Sierra is what the Cairo compiler makes of the source.">
            Sierra, no source
          </span>
        )}
        {source?.is_changed === true && <span class="badge warn">changed after the build</span>}
        {frame && isFrame && frame.file !== null && <CopyButton text={`${frame.file}:${frame.line}`} what="place" />}
        {!isHere && (
          <button type="button" class="button small" onClick={() => debug.showFile(undefined)}>
            Back to the line that runs
          </button>
        )}
      </header>
      {source?.is_listing === true && frame && <SourceAdvice address={frame.contract_address} />}
      {file !== undefined && source && source.first_line > 1 && (
        <MoreLines text="Earlier lines" onShow={() => debug.showFile(source.name, source.first_line)} />
      )}
      {source ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        <pre ref={box} tabIndex={0} onKeyDown={(event) => moveFocus(event, 'ArrowUp', 'ArrowDown')}>
          {source.lines.map((text, i) => {
            const number = source.first_line + i;
            const place = `${file}:${number}`;
            return (
              <SourceLine
                key={number}
                row={number === sought ? row : undefined}
                isCurrent={number === line}
                number={number}
                text={text}
                file={file}
                isFocusable={number === (line ?? source.first_line)}
                breakpoint={file === undefined ? undefined : debug.breakpoints.get(place)}
                stop={code ? code.find((each) => each >= number) : number}
                gas={file === undefined ? undefined : gas.get(place)}
                state={ran && stateOf(ran, number)}
                count={ran?.counts.get(number)}
                values={values.get(number)}
                names={names}
                panic={file === undefined ? undefined : panics.get(place)}
              />
            );
          })}
        </pre>
      ) : (
        <Empty title={frame && isFrame ? `Line ${frame.line}` : 'No source'}>
          The node cannot read this file. It reads files of the Scarb package whose build output has the class.
        </Empty>
      )}
      {ran && (
        <p class="legend muted">
          <i class="ran" /> ran <i class="partial" /> ran, but a branch did not <i class="missed" /> did not run. Beside
          it: L2 gas, with what the line calls. Marks in time: <i class="partial" /> storage write <i class="ran" />{' '}
          event <i class="missed" /> panic
        </p>
      )}
      {file !== undefined && source && lastLine(source) < source.line_count && (
        <MoreLines text="Later lines" onShow={() => debug.showFile(source.name, lastLine(source))} />
      )}
      {hover.at && hovered && (
        <HoverCard
          at={hover.at}
          variable={hovered}
          of={frame?.contract_address}
          onWrite={debug.goToWrite}
          onClose={hover.close}
        />
      )}
    </section>
  );
}

type Source = NonNullable<View['source']>;
const lastLine = ({ first_line, lines }: Source): number => first_line + lines.length - 1;
const isWithin = (source: Source, line: number): boolean => line >= source.first_line && line <= lastLine(source);

/** Shows the lines around the one at the edge. */
function MoreLines({ text, onShow }: { readonly text: string; readonly onShow: () => void }) {
  return (
    <button type="button" class="button plain small" onClick={onShow}>
      {text}
    </button>
  );
}

interface FileChoiceProps {
  readonly name: string;
  readonly files: Timeline['files'];
  readonly onShow: (file: string) => void;
}

/** The files of all classes that the transaction calls. */
function FileChoice({ name, files, onShow }: FileChoiceProps) {
  if (!files.some((file) => file.name === name) && files.length === 0)
    return <h2 title={safeLine(name)}>{fileName(name)}</h2>;
  return (
    <>
      <h2 class="visually-hidden">{fileName(name)}</h2>
      <select
        aria-label="File"
        title={safeLine(name)}
        value={name}
        onChange={(event) => onShow(event.currentTarget.value)}
      >
        {!files.some((file) => file.name === name) && <option value={name}>{fileName(name)}</option>}
        {files.map((file) => (
          <option key={file.name} value={file.name}>
            {`${fileName(file.name)} · ${file.contracts.map((contract) => safeLine(contract)).join(', ')}`}
          </option>
        ))}
      </select>
    </>
  );
}

/** F9 sets a breakpoint in the line whose number has the focus, or in the line that runs next. */
function useBreakpointKey(file: string | undefined, line: number | undefined): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F9' || file === undefined || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      const focused = Number((document.activeElement as HTMLElement | null)?.dataset['line'] ?? line);
      if (focused > 0) toggleBreakpoint(file, focused);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [file, line]);
}

const fileName = (path: string): string => safeLine(path.split(/[/\\]/).slice(-2).join('/'));
