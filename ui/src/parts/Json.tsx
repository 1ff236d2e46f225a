import { CopyButton } from './CopyButton.tsx';
import { bytes, safeLines } from './format.ts';

/** Longer texts are not shown whole, because the browser would take seconds to lay them out. */
const MAX_SHOWN = 200_000;

const writeBigint = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

/** JSON as text, with a button to copy all of it. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = JSON.stringify(value, writeBigint, 2) ?? 'undefined';
  return (
    <div>
      <div class="spread">
        <span class="muted">
          {bytes(text.length)}
          {text.length > MAX_SHOWN && `, the first ${bytes(MAX_SHOWN)} are shown`}
        </span>
        <CopyButton text={text} what={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <pre class="code" tabIndex={0}>
        {safeLines(text.slice(0, MAX_SHOWN))}
      </pre>
    </div>
  );
}
