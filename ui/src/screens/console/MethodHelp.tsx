import { fullName, type MethodEntry } from '../../data/methods/methodEntry.ts';
import { Table } from '../../parts/layout/Table.tsx';
import { Empty } from '../../parts/messages/messages.tsx';

const KINDS = {
  read: 'Reads the chain.',
  write: 'Can change the chain.',
  subscription: 'Needs a WebSocket connection.',
} as const;

/** What the reference says of a method. */
export function MethodHelp({ method }: { readonly method: MethodEntry | undefined }) {
  if (!method) return <Empty title="Choose a method">Its parameters and what it does are shown here.</Empty>;
  return (
    <div class="stack">
      <p>
        <code>{fullName(method, 'starknet')}</code> or <code>{fullName(method, 'neutral')}</code>
      </p>
      <p>
        {method.summary} <span class="muted">{KINDS[method.kind]}</span>
      </p>
      {method.params.length === 0 ? (
        <p class="muted">No parameters.</p>
      ) : (
        <Table
          label="Parameters"
          rows={method.params}
          keyOf={({ name }) => name}
          columns={[
            { name: 'Parameter', cell: ({ name }) => <code>{name}</code> },
            {
              name: 'Type',
              cell: ({ type, members }) => (
                <>
                  {type}
                  {members && <div class="muted">{members.join(', ')}</div>}
                </>
              ),
            },
            { name: 'Needed', cell: ({ optional }) => (optional ? 'optional' : 'required') },
          ]}
        />
      )}
    </div>
  );
}
