import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { find, type Search, type SearchResult } from '../data/chain/search.ts';
import { useNode } from '../data/node/hooks.ts';
import { Dialog } from '../parts/layout/Dialog.tsx';
import { Failure } from '../parts/messages/messages.tsx';
import { safeName, shortHashesIn } from '../parts/values/format.ts';
import { navigate } from '../routing/router.ts';

/** A search starts this long after the last key. */
const PAUSE_MS = 120;
const NOTHING: Search & { readonly of: string } = { of: '', list: [] };

/** Finds anything by hash, address, number, name or error while one types. Arrow keys choose, Enter goes there. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const node = useNode();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Before the paint, so that no key is lost.
  useLayoutEffect(() => field.current?.focus(), []);
  const [text, setText] = useState('');
  const [found, setFound] = useState(NOTHING);
  const [chosen, setChosen] = useState(0);
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const search = await find(node, text, () => isCurrent);
      // The answer to an older text may come after that to a newer one.
      if (!isCurrent) return;
      setFound({ of: text, ...search });
      setChosen(0);
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [node, text]);
  const go = (one: SearchResult | undefined) => {
    if (!one) return;
    onClose();
    navigate(one.path);
  };
  const onKeyDown = async (event: KeyboardEvent) => {
    const { length } = found.list;
    if (event.key === 'Enter')
      go(found.of === text ? found.list[chosen] : (await find(node, text, () => isOpen.current)).list[0]);
    else if (event.key === 'ArrowDown') setChosen(Math.min(chosen + 1, length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(chosen - 1, 0));
    else return;
    event.preventDefault();
  };
  const isNothing = text.trim() !== '' && found.of === text && found.list.length === 0 && !found.failure;
  return (
    <Dialog title="Search" onClose={onClose} isAtTop>
      <div class="field">
        <label for={id}>Hash or a part of one, address, block, name, function, event, error or label</label>
        <input
          ref={field}
          id={id}
          class="input"
          type="text"
          role="combobox"
          aria-expanded={found.list.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found.list.length > 0 ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} class="found" role="listbox" aria-label="What was found">
        {found.list.map((one, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys.
          <div
            key={one.path}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            onClick={() => go(one)}
          >
            <span class="badge">{one.what}</span> <span>{safeName(shortHashesIn(one.name))}</span>
          </div>
        ))}
      </div>
      {found.of === text && found.failure && <Failure error={found.failure} />}
      <p class="muted" role="status">
        {isNothing ? 'Nothing on this chain has this in its hash, number, name or error.' : ''}
      </p>
    </Dialog>
  );
}
