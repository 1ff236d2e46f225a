import { useState } from 'preact/hooks';
import { useNode } from '../../data/hooks.ts';
import { readWhole } from '../../data/values.ts';
import { Card } from '../../parts/Card.tsx';
import { Field } from '../../parts/Field.tsx';
import { grouped } from '../../parts/format.ts';
import { Hash } from '../../parts/Hash.tsx';
import { Failure } from '../../parts/messages.tsx';

interface Cell {
  readonly value: string;
  readonly last_update_block: number;
}

/** Reads a cell of the storage by its key. */
export function Storage({ address }: { readonly address: string }) {
  const node = useNode();
  const [text, setText] = useState('');
  const [cell, setCell] = useState<Cell | Error>();
  const key = readWhole(text);
  const read = async (event: Event) => {
    event.preventDefault();
    if (key === undefined) return;
    const asked = { contract_address: address, key: `0x${key.toString(16)}`, block_id: 'pre_confirmed' } as const;
    const answer = node.request('starknet_getStorageAt', { ...asked, response_flags: ['INCLUDE_LAST_UPDATE_BLOCK'] });
    setCell((await answer.catch((error: Error) => error)) as Cell | Error);
  };
  return (
    <Card title="Storage">
      <form class="stack" onSubmit={read}>
        <Field label="Key of the cell" value={text} onChange={setText} hint="0x… or a number" />
        <div>
          <button type="submit" class="button" disabled={key === undefined}>
            Read
          </button>
        </div>
        {cell && (
          <div role="status">
            {cell instanceof Error ? (
              <Failure error={cell} />
            ) : (
              <div class="answer">
                <Hash value={cell.value} full />{' '}
                <span class="muted">last written in block {grouped(cell.last_update_block)}</span>
              </div>
            )}
          </div>
        )}
      </form>
    </Card>
  );
}
