import type { RpcParams } from '../../../../src/rpc/schema.ts';
import { usePage } from '../../data/node/usePage.ts';
import { useLocation } from '../../routing/router.ts';
import { PagerFooter } from '../layout/Pager.tsx';
import { Empty, Loaded } from '../messages/messages.tsx';
import { TransactionTable } from './TransactionTable.tsx';

const PAGE_ROWS = 25;

interface Props {
  /** Only those of a block, or of a contract. */
  readonly blockNumber?: number | undefined;
  readonly address?: string | undefined;
  /** Only those that match, in the words of the node. */
  readonly filter?: Partial<RpcParams<'sandbox_getTransactions'>>;
  readonly empty: string;
  readonly hint?: string;
}

/** The transactions of the chain, of a block or of a contract, page by page. */
export function TransactionList({ blockNumber, address, filter, empty, hint }: Props) {
  const { query } = useLocation();
  const before = query.get('before') ?? undefined;
  const page = usePage('sandbox_getTransactions', {
    ...filter,
    limit: PAGE_ROWS,
    ...(before === undefined ? {} : { before }),
    ...(blockNumber === undefined ? {} : { block_number: blockNumber }),
    ...(address === undefined ? {} : { address }),
  });
  return (
    <Loaded query={page}>
      {({ transactions, next }) => (
        <>
          {transactions.length === 0 && next === null ? (
            <Empty title={empty}>{hint}</Empty>
          ) : transactions.length === 0 ? (
            <Empty title="None among the newest ones">Look on among the older ones.</Empty>
          ) : (
            <TransactionTable transactions={transactions} />
          )}
          <PagerFooter name="before" next={next} />
        </>
      )}
    </Loaded>
  );
}
