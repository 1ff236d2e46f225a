import { useLayoutEffect, useRef } from 'preact/hooks';
import { Empty } from '../../parts/messages/messages.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { safeLine } from '../../parts/values/format.ts';
import type { Debugger, View } from './useDebugger.ts';

interface Props {
  readonly view: View;
  readonly frame: number;
  readonly debug: Debugger;
}

/** The source of the shown function with the line that runs next. A click on a number sets a breakpoint. */
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
        <pre ref={box} tabIndex={0}>
          {source.lines.map((text, i) => {
            const number = source.first_line + i;
            const isCurrent = number === shown.line;
            return (
              <div key={number} ref={isCurrent ? current : null} class={isCurrent ? 'current' : undefined}>
                <LineNumber number={number} file={source.is_listing ? undefined : source.name} debug={debug} />
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

function LineNumber(props: { readonly number: number; readonly file: string | undefined; readonly debug: Debugger }) {
  const { number, file, debug } = props;
  if (file === undefined) return <span class="line-number">{number}</span>;
  const isSet = debug.breakpoints.has(`${file}:${number}`);
  return (
    <button
      type="button"
      class={isSet ? 'line-number set' : 'line-number'}
      tabIndex={-1}
      aria-pressed={isSet}
      aria-label={`Breakpoint in line ${number}`}
      onClick={() => debug.toggleBreakpoint(file, number)}
    >
      {number}
    </button>
  );
}

const fileName = (path: string): string => safeLine(path.split(/[/\\]/).slice(-2).join('/'));
