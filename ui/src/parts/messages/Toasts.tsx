import { Store, useStore } from '../../data/stores/store.ts';
import { CloseIcon } from '../layout/icons.tsx';
import { safeLines } from '../values/format.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
}

const SHOWN_MS = 6_000;
const MOST = 4;
const toasts = new Store<readonly Toast[]>([]);
let nextId = 1;

const remove = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** Shows a short message for a while; screen readers say it. */
export function tell(text: string, { isBad = false }: { isBad?: boolean } = {}): void {
  const id = nextId++;
  toasts.set([...toasts.get(), { id, text, isBad }].slice(-MOST));
  setTimeout(() => remove(id), isBad ? 2 * SHOWN_MS : SHOWN_MS);
}

/** Shows that something failed. */
export const tellFailure = (error: unknown): void =>
  tell(error instanceof Error ? error.message : String(error), { isBad: true });

export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, isBad }) => (
        <div key={id} class={`toast fade${isBad ? ' bad' : ''}`}>
          <span>{safeLines(text)}</span>
          <button type="button" class="button plain icon small" aria-label="Dismiss" onClick={() => remove(id)}>
            <CloseIcon />
          </button>
        </div>
      ))}
    </div>
  );
}
