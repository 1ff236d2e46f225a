import { useQuery } from '../../data/node/hooks.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Pager } from '../../parts/layout/Pager.tsx';
import { Table } from '../../parts/layout/Table.tsx';
import { Loaded } from '../../parts/messages/messages.tsx';
import { counted, grouped, safeName } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { useLocation } from '../../routing/router.ts';
import { DeclareFile } from './DeclareFile.tsx';

const PAGE_ROWS = 50;

export default function ClassesScreen() {
  const after = useLocation().query.get('after') ?? undefined;
  const page = useQuery('sandbox_getClasses', {
    limit: PAGE_ROWS,
    newest: true,
    ...(after === undefined ? {} : { after }),
  });
  return (
    <div class="stack">
      <h1>Classes</h1>
      <DeclareFile />
      <Card isFlush>
        <Loaded query={page}>
          {({ classes, total, next }) => (
            <>
              <Table
                label="Classes"
                rows={classes}
                keyOf={({ class_hash }) => class_hash}
                columns={[
                  { name: 'Class', cell: ({ class_hash }) => <Hash value={class_hash} kind="class" /> },
                  {
                    name: 'Name',
                    isPlain: true,
                    cell: ({ contract_name }) => contract_name !== null && <b>{safeName(contract_name, 60)}</b>,
                  },
                  { name: 'Kind', cell: ({ kind }) => (kind === 'SIERRA' ? 'Sierra' : 'Cairo 0'), isPlain: true },
                  { name: 'Functions', cell: ({ function_count }) => grouped(function_count), isNumber: true },
                  { name: 'Contracts', cell: ({ contract_count }) => grouped(contract_count), isNumber: true },
                  { name: 'Sierra felts', cell: ({ sierra_felts }) => grouped(sierra_felts), isNumber: true },
                  { name: 'CASM felts', cell: ({ bytecode_felts }) => grouped(bytecode_felts), isNumber: true },
                ]}
              />
              <footer class="spread">
                <span class="muted">{counted(total, 'class', 'classes')} declared here, the newest first</span>
                <Pager name="after" next={next} labels={['Newest', 'Older']} />
              </footer>
            </>
          )}
        </Loaded>
      </Card>
    </div>
  );
}
