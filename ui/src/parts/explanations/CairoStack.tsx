import { shortFiles } from '../../data/explanations/shortFiles.ts';
import { type Frame, shortPath, sourceRows, splitStack } from '../../data/explanations/sourceView.ts';
import { CopyButton } from '../values/CopyButton.tsx';
import { counted, safeLine, safeName } from '../values/format.ts';
import { CairoLine } from './CairoLine.tsx';

/** The Cairo functions that a failure went through, innermost first, with their source lines. */
export function CairoStack({ stack }: { readonly stack: readonly Frame[] }) {
  if (stack.length === 0) return null;
  const { own, core } = splitStack(stack);
  const files = shortFiles(stack.flatMap(({ file }) => file ?? []));
  const first = own.findIndex(({ source }) => source !== null);
  return (
    <div class="stack-frames">
      <ol class="frames" aria-label="Cairo functions, innermost first">
        {own.map((frame, i) => (
          <li key={i}>
            <FrameView frame={frame} files={files} isOpen={i === first} />
          </li>
        ))}
      </ol>
      {core.length > 0 && (
        <details>
          <summary class="muted">and {counted(core.length, 'frame')} in Cairo's core library</summary>
          <ol class="frames" aria-label="Functions of the core library">
            {core.map((frame, i) => (
              <li key={i}>
                <FrameView frame={frame} files={files} isOpen={false} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

interface FrameProps {
  readonly frame: Frame;
  /** The files of the stack, as short as tells them apart. */
  readonly files: ReadonlyMap<string, string>;
}

/** A function and its place. If the source is known, a click shows its lines. */
function FrameView({ frame, files, isOpen }: FrameProps & { readonly isOpen: boolean }) {
  const place = placeOf(frame);
  const copy = place !== undefined && <CopyButton text={place} what="place" />;
  return (
    <div class="frame-view">
      {frame.source === null ? (
        <FrameTitle frame={frame} files={files} />
      ) : (
        <details open={isOpen}>
          <summary>
            <FrameTitle frame={frame} files={files} />
          </summary>
          <Source frame={frame} />
        </details>
      )}
      {copy}
    </div>
  );
}

const placeOf = ({ file, line, column }: Frame): string | undefined =>
  file === null ? undefined : `${file}:${line}:${column}`;

function FrameTitle({ frame, files }: FrameProps) {
  const { function_name, file, line, column } = frame;
  const place = placeOf(frame);
  return (
    <span class="frame-title">
      {function_name !== null && (
        <code class="function-name" title={safeName(function_name, 500)}>
          {safeName(shortPath(function_name), 120)}
        </code>
      )}
      {place !== undefined && (
        <code class="muted" title={safeLine(place)}>
          {safeName(`${files.get(file!) ?? file}:${line}:${column}`, MOST_FILE)}
        </code>
      )}
    </span>
  );
}

const MOST_FILE = 60;

/** The source lines, with carets below what failed. */
function Source({ frame }: { readonly frame: Frame }) {
  const rows = sourceRows(frame);
  const shown = (text: string) => safeLine(text.replaceAll('\t', '    '));
  return (
    <figure class="source" aria-label={`Source, line ${frame.line}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <pre tabIndex={0}>
        {rows.map(({ number, before, failing, after }) => (
          <div key={number} class={number === frame.line ? 'failing' : undefined}>
            <span class="line-number">{number}</span>
            <span>
              <CairoLine text={shown(before)} />
              {failing !== '' && <mark>{shown(failing)}</mark>}
              <CairoLine text={shown(after)} />
              {failing !== '' && (
                <span class="carets" aria-hidden="true">
                  {`\n${' '.repeat(shown(before).length)}${'^'.repeat(shown(failing).length)}`}
                </span>
              )}
            </span>
          </div>
        ))}
      </pre>
      {frame.source?.is_changed === true && (
        <figcaption class="warn">The file was changed after the build. Build again to see the right line.</figcaption>
      )}
    </figure>
  );
}
