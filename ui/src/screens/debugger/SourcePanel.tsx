import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { moveFocus } from '../../parts/layout/moveFocus.ts';
import { Empty } from '../../parts/messages/messages.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { safeLine } from '../../parts/values/format.ts';
import { toggleBreakpoint } from './breakpoints.ts';
import type { Debugger, View } from './useDebugger.ts';

interface Props {
  readonly view: View;
  readonly frame: number;
  readonly debug: Debugger;
}

/** The source of the shown function with the line that runs next. A click on a number sets a breakpoint, and so does F9 in the line that has the focus. */
export function SourcePanel({ view, frame, debug }: Props) {
  const { source, stack } = view;
  const shown = stack[frame];
  const current = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    const [line, pre] = [current.current, box.current];
    if (!line || !pre) return;
    const top = line.offsetTop - pre.offsetTop;
    const isVisible = top >= pre.scrollTop + 40 && top <= pre.scrollTop + pre.clientHeight - 60;
    if (!isVisible) pre.scrollTop = top - pre.clientHeight / 3;
  }, [source?.name, shown?.line, view.moment]);
  useBreakpointKey(source && !source.is_listing ? source.name : undefined, shown?.line);
  if (!shown) return <Empty title="The end">All calls have returned.</Empty>;
  const name = shown.file ?? source?.name ?? '';
  return (
    <section class="card debug-source" aria-label="Source">
      <header>
        <h2 title={safeLine(name)}>{fileName(name)}</h2>
        {source?.is_listing === true && <span class="badge">Sierra, no source</span>}
        {source?.is_changed === true && <span class="badge warn">changed after the build</span>}
        {shown.file !== null && <CopyButton text={`${shown.file}:${shown.line}`} what="place" />}
      </header>
      {source ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        <pre ref={box} tabIndex={0} onKeyDown={(event) => moveFocus(event, 'ArrowUp', 'ArrowDown')}>
          {source.lines.map((text, i) => {
            const number = source.first_line + i;
            const isCurrent = number === shown.line;
            return (
              <div key={number} ref={isCurrent ? current : null} class={isCurrent ? 'current' : undefined}>
                <LineNumber
                  number={number}
                  isCurrent={isCurrent}
                  file={source.is_listing ? undefined : source.name}
                  debug={debug}
                />
                <span aria-current={isCurrent ? 'step' : undefined}>{safeLine(text.replaceAll('\t', '    '))}</span>
              </div>
            );
          })}
        </pre>
      ) : (
        <Empty title={`Line ${shown.line}`}>
          The node cannot read this file. It reads files of the Scarb package whose build output has the class.
        </Empty>
      )}
    </section>
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

interface LineNumberProps {
  readonly number: number;
  readonly isCurrent: boolean;
  readonly file: string | undefined;
  readonly debug: Debugger;
}

function LineNumber({ number, isCurrent, file, debug }: LineNumberProps) {
  if (file === undefined) return <span class="line-number">{number}</span>;
  const isSet = debug.breakpoints.has(`${file}:${number}`);
  return (
    <button
      type="button"
      class={isSet ? 'line-number set' : 'line-number'}
      tabIndex={isCurrent ? 0 : -1}
      data-line={number}
      aria-pressed={isSet}
      aria-label={`Breakpoint in line ${number}`}
      onClick={() => toggleBreakpoint(file, number)}
    >
      {number}
    </button>
  );
}

const fileName = (path: string): string => safeLine(path.split(/[/\\]/).slice(-2).join('/'));
