import { useState } from 'preact/hooks';
import type { Refusal } from '../../data/node/refusals.ts';
import { counted, grouped } from '../../parts/values/format.ts';
import { Ago } from '../../parts/values/Time.tsx';
import { href } from '../../routing/router.ts';
import { FaultMarks, PriceNote } from './BlockMarks.tsx';
import { Graph } from './Graph.tsx';
import type { FaultMark, PriceStep } from './marks.ts';
import type { Drawing, Row } from './rows.ts';

interface Props {
  readonly row: Row;
  readonly title: string;
  /** What its branch is called; undefined on the present chain. */
  readonly branch: string | undefined;
  readonly drawing: Drawing;
  readonly step: PriceStep | undefined;
  readonly faults: readonly FaultMark[] | undefined;
  readonly isLast: boolean;
  readonly isChosen: boolean;
  readonly refusal: Refusal;
  readonly onRestore: () => void;
  readonly onCompare: () => void;
  readonly onDrop: () => void;
  readonly onRename: (name: string) => void;
}

/** One block or snapshot with its buttons. */
export function TimelineRow({
  row,
  title,
  branch,
  drawing,
  step,
  faults,
  isLast,
  isChosen,
  refusal,
  ...actions
}: Props) {
  const { snapshot, block, lane } = row;
  const [isNaming, setNaming] = useState(false);
  // Looked up once per screen, as there are hundreds of rows.
  const offer = (method: Parameters<Refusal>[0]) => {
    const refused = refusal(method);
    return { disabled: refused !== undefined, title: refused };
  };
  const isNow = block?.status === 'PRE_CONFIRMED';
  return (
    <li class={isChosen ? 'chosen' : undefined}>
      <Graph drawing={drawing} lane={lane} kind={snapshot ? 'snapshot' : isNow ? 'now' : 'block'} isLast={isLast} />
      <div class="what">
        {isNaming ? (
          <NameForm
            name={snapshot?.name ?? ''}
            onDone={(name) => {
              setNaming(false);
              if (name !== undefined) actions.onRename(name);
            }}
          />
        ) : (
          <Label row={row} title={title} branch={branch} />
        )}{' '}
        {step && <PriceNote step={step} />}
        {faults && <FaultMarks marks={faults} />}
      </div>
      <div class="row acts">
        {snapshot && (
          <>
            <button
              type="button"
              class="button small"
              onClick={() => setNaming(true)}
              aria-label={`Rename ${title}`}
              {...offer('sandbox_nameSnapshot')}
            >
              Rename
            </button>
            <button
              type="button"
              class="button small danger"
              onClick={actions.onDrop}
              aria-label={`Drop ${title}`}
              {...offer('sandbox_dropSnapshot')}
            >
              Drop
            </button>
          </>
        )}
        <button
          type="button"
          class="button small"
          aria-pressed={isChosen}
          onClick={actions.onCompare}
          aria-label={`Compare ${title}`}
        >
          Compare
        </button>
        {!isNow && (
          <button
            type="button"
            class="button small"
            onClick={actions.onRestore}
            aria-label={`Restore ${title}`}
            {...offer('sandbox_restore')}
          >
            Restore
          </button>
        )}
      </div>
    </li>
  );
}

function Label({ row: { snapshot, block, number }, title, branch }: Pick<Props, 'row' | 'title' | 'branch'>) {
  if (snapshot) {
    const { timestamp, pre_confirmed_tx_count: open, is_present } = snapshot;
    return (
      <>
        <strong>{title}</strong> {is_present && <span class="badge good">present</span>}{' '}
        {branch !== undefined && <span class="badge">{branch}</span>}{' '}
        <span class="muted">
          after block {grouped(number)} (<Ago seconds={timestamp} />)
          {open > 0 && ` and ${counted(open, 'open transaction')}`}
        </span>
      </>
    );
  }
  const transactions = block!.transaction_count;
  if (block!.status === 'PRE_CONFIRMED')
    return (
      <>
        <strong>Now</strong> <a href={href('/block/pre_confirmed')}>open block {grouped(number)}</a>{' '}
        <span class="muted">{counted(transactions, 'transaction')}</span>
      </>
    );
  return (
    <>
      <a href={href(`/block/${number}`)}>Block {grouped(number)}</a>{' '}
      <span class="muted">
        {counted(transactions, 'transaction')}, <Ago seconds={block!.timestamp} />
      </span>
    </>
  );
}

/** Outside of the component: a new function with each rendering would take the focus each time. */
const focus = (element: HTMLInputElement | null): void => element?.focus();

/** Asks for a new name; Escape keeps the old one. */
function NameForm({ name, onDone }: { readonly name: string; readonly onDone: (name: string | undefined) => void }) {
  const [text, setText] = useState(name);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(text.trim());
      }}
    >
      <input
        class="input"
        aria-label="Name of the snapshot"
        maxLength={100}
        value={text}
        ref={focus}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone(undefined)}
      />
      <button type="submit" class="button small primary">
        Save
      </button>
    </form>
  );
}
