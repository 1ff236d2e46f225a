import { useEffect, useState } from 'preact/hooks';
import { CopyIcon, DoneIcon } from '../layout/icons.tsx';
import { tell } from '../messages/Toasts.tsx';

const SHOWN_MS = 1_200;

/** Copies a text. `what` names it for screen readers. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
    } catch {
      tell('The browser did not copy it. It allows copying only for pages at https addresses or localhost.', {
        isBad: true,
      });
    }
  };
  return (
    <button
      type="button"
      class={`copy${isDone ? ' done' : ''}`}
      aria-label={isDone ? 'Copied' : `Copy ${what}`}
      title={isDone ? 'Copied' : `Copy ${what}`}
      onClick={copy}
    >
      {isDone ? <DoneIcon /> : <CopyIcon />}
    </button>
  );
}
