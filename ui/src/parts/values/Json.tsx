import { jsonText } from '../../data/text/jsonText.ts';
import { Code } from './Code.tsx';
import { CopyButton } from './CopyButton.tsx';
import { bytes } from './format.ts';

/** Longer texts are not shown whole, because the browser would take seconds to lay them out. */
const MAX_SHOWN = 200_000;

/** JSON as text, with a button to copy all of it. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = jsonText(value);
  return (
    <div>
      <div class="spread">
        <span class="muted">
          {bytes(text.length)}
          {text.length > MAX_SHOWN && `, the first ${bytes(MAX_SHOWN)} are shown`}
        </span>
        <CopyButton text={text} what={label} />
      </div>
      <Code text={text.slice(0, MAX_SHOWN)} />
    </div>
  );
}
