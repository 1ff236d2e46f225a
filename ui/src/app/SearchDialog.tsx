import { useState } from 'preact/hooks';
import { useNode } from '../data/hooks.ts';
import { type Found, find } from '../data/search.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Field } from '../parts/Field.tsx';
import { navigate } from '../routing/router.ts';

/** Finds anything by hash, address or number, and goes there. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const node = useNode();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Found[]>();
  const go = ({ path }: Found) => {
    onClose();
    navigate(path);
  };
  const search = async (event: Event) => {
    event.preventDefault();
    const all = await find(node, text);
    if (all.length === 1) go(all[0]!);
    else setFound(all);
  };
  return (
    <Dialog title="Search" onClose={onClose}>
      <form class="stack" onSubmit={search}>
        <Field label="Hash, address, block number or name" value={text} onChange={setText} />
        <div>
          <button type="submit" class="button primary">
            Search
          </button>
        </div>
      </form>
      {found?.length === 0 && <p role="status">Nothing on this chain has this hash, address, number or name.</p>}
      <ul>
        {found?.map((one) => (
          <li key={one.path}>
            <button type="button" class="button plain" onClick={() => go(one)}>
              {one.what} {one.name}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
