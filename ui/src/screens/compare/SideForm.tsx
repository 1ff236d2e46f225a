import { useEffect, useId, useState } from 'preact/hooks';
import { transactionOf } from '../../data/chain/transactionOf.ts';
import { useNode } from '../../data/node/hooks.ts';
import { keepFile, keptProfiles } from '../../data/profile/keptProfiles.ts';
import { usePreviousSame } from '../../data/profile/usePreviousSame.ts';
import { useStore } from '../../data/stores/store.ts';
import { isHex } from '../../data/text/hex.ts';
import { useCallNames } from '../../parts/explanations/callName.ts';
import { Choice, Field } from '../../parts/forms/Field.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { tellFailure } from '../../parts/messages/Toasts.tsx';
import { safeName, shortHash } from '../../parts/values/format.ts';
import { setQuery } from '../../routing/router.ts';
import { useRecentTransactions } from './useRecentTransactions.ts';

interface Props {
  readonly side: 'before' | 'after';
  readonly value: string;
  /** What is on the other side. */
  readonly other: string;
}

const TITLES = { before: 'Before', after: 'After' } as const;

/** Chooses one side: by hash, the transaction before with the same function, one that was kept, or a file. */
export function SideForm({ side, value, other }: Props) {
  const kept = useStore(keptProfiles);
  const id = useId();
  const recent = useRecentTransactions();
  const [text, setText] = useState(isHex(value) ? value : '');
  useEffect(() => setText(isHex(value) ? value : ''), [value]);
  const node = useNode();
  const [fault, setFault] = useState<string>();
  const previous = usePreviousSame(isHex(other) ? other : undefined);
  const nameOf = useCallNames(previous ? [previous.call] : []);
  const choose = (chosen: string) => setQuery(side, chosen === '' ? undefined : chosen);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === '') choose('');
    else transactionOf(node, text).then(choose, (error: Error) => setFault(safeName(error.message, 300)));
  };
  return (
    <Card title={TITLES[side]}>
      <form class="stack" aria-label={TITLES[side]} onSubmit={submit}>
        <Field
          label="Transaction hash"
          value={text}
          placeholder="0x…"
          suggestions={recent}
          wrong={fault}
          onChange={(typed) => {
            setText(typed);
            setFault(undefined);
          }}
        />
        <Choice
          label="One of the newest"
          value={recent.some((each) => each.value === value) ? value : ''}
          options={[{ value: '', name: 'none of these' }, ...recent]}
          onChange={choose}
        />
        <div class="row">
          <button type="submit" class="button small primary">
            Show
          </button>
          {previous && previous.hash !== value && (
            <button type="button" class="button small long" onClick={() => choose(previous.hash)}>
              {`${nameOf(previous.call)} before the other one: ${shortHash(previous.hash)}`}
            </button>
          )}
          <label
            class="button small"
            for={id}
            title="A file that Save in the tab Gas of a transaction wrote, or starbox profile -o"
          >
            File of a profile
          </label>
          <input
            id={id}
            class="visually-hidden"
            type="file"
            accept=".json"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) keepFile(file).then(choose, tellFailure);
              event.currentTarget.value = '';
            }}
          />
        </div>
        {kept.length > 0 && (
          <div class="field">
            <label for={`${id}-kept`} title="What Keep for comparing kept, in the tab Gas of a transaction or in Gas">
              Kept for comparing
            </label>
            <select
              id={`${id}-kept`}
              value={kept.some((each) => each.id === value) ? value : ''}
              onChange={(event) => choose(event.currentTarget.value)}
            >
              <option value="">none of these</option>
              {kept.map((each) => (
                <option key={each.id} value={each.id}>
                  {safeName(each.name)}
                </option>
              ))}
            </select>
          </div>
        )}
      </form>
    </Card>
  );
}
