import { useQuery } from '../../data/hooks.ts';
import { Card } from '../../parts/Card.tsx';
import { ContractTable } from '../../parts/ContractTable.tsx';
import { counted } from '../../parts/format.ts';
import { Empty, Loaded } from '../../parts/messages.tsx';
import { Pager } from '../../parts/Pager.tsx';
import { useLocation } from '../../routing/router.ts';

const PAGE_ROWS = 50;

export default function ContractsScreen() {
  const after = useLocation().query.get('after') ?? undefined;
  const page = useQuery('sandbox_getContracts', { limit: PAGE_ROWS, ...(after === undefined ? {} : { after }) });
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
                <span class="muted">{counted(total, 'contract')} deployed here, by address</span>
                <Pager name="after" next={next} labels={['First', 'More']} />
              </footer>
            </>
          )}
        </Loaded>
      </Card>
    </div>
  );
}
