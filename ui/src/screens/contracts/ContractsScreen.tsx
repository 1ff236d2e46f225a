import { useQuery } from '../../data/node/hooks.ts';
import { ContractTable } from '../../parts/chain/ContractTable.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { Pager } from '../../parts/layout/Pager.tsx';
import { Empty, Loaded } from '../../parts/messages/messages.tsx';
import { counted } from '../../parts/values/format.ts';
import { useLocation } from '../../routing/router.ts';

const PAGE_ROWS = 50;

export default function ContractsScreen() {
  const after = useLocation().query.get('after') ?? undefined;
  const page = useQuery('sandbox_getContracts', {
    limit: PAGE_ROWS,
    newest: true,
    ...(after === undefined ? {} : { after }),
  });
  return (
    <div class="stack">
      <h1>Contracts</h1>
      <Card isFlush>
        <Loaded query={page}>
          {({ contracts, total, next }) => (
            <>
              {total === 0 ? (
                <Empty title="No contract yet">Deploy one from the screen of its class.</Empty>
              ) : (
                <ContractTable contracts={contracts} />
              )}
              <footer class="spread">
                <span class="muted">{counted(total, 'contract')} deployed here, the newest first</span>
                <Pager name="after" next={next} labels={['Newest', 'Older']} />
              </footer>
            </>
          )}
        </Loaded>
      </Card>
    </div>
  );
}
