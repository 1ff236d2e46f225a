import { addressOf } from '../../data/chain/addressOf.ts';
import { useNode } from '../../data/node/hooks.ts';
import { given, numberIn, textIn } from '../../data/text/filterValues.ts';
import { TransactionList } from '../../parts/chain/TransactionList.tsx';
import { BLOCK_RANGE, type Filter, Filters } from '../../parts/forms/Filters.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { TYPE_NAMES } from '../../parts/values/format.ts';
import { WatchButton } from '../../parts/watch/WatchButton.tsx';
import { useLocation } from '../../routing/router.ts';

/** The filters of the address, in the words of the node. */
const wantedIn = (query: URLSearchParams) =>
  given({
    result: textIn(query, 'result') as 'SUCCEEDED' | 'REVERTED' | undefined,
    type: textIn(query, 'type') as keyof typeof TYPE_NAMES | undefined,
    sender_address: textIn(query, 'sender'),
    contract_address: textIn(query, 'contract'),
    function: textIn(query, 'function'),
    from_block: numberIn(query, 'from'),
    to_block: numberIn(query, 'to'),
  });

export default function TransactionsScreen() {
  const node = useNode();
  const wanted = wantedIn(useLocation().query);
  const resolve = (text: string) => addressOf(node, text);
  const filters: readonly Filter[] = [
    {
      name: 'result',
      label: 'Result',
      options: [
        { value: 'SUCCEEDED', name: 'succeeded' },
        { value: 'REVERTED', name: 'reverted' },
      ],
    },
    { name: 'sender', label: 'Sender', placeholder: '0x… or account 0', resolve },
    { name: 'contract', label: 'Contract', placeholder: '0x… or a name', resolve },
    { name: 'function', label: 'Function', placeholder: 'transfer' },
    {
      name: 'type',
      label: 'Type',
      options: Object.entries(TYPE_NAMES).map(([value, name]) => ({ value, name })),
    },
    ...BLOCK_RANGE,
  ];
  const isFiltered = Object.keys(wanted).length > 0;
  return (
    <div class="stack">
      <div class="spread">
        <h1>Transactions</h1>
        <WatchButton rule={{ kind: 'revert' }} />
      </div>
      <Filters filters={filters} page="before" />
      <Card isFlush>
        <TransactionList
          filter={wanted}
          empty={isFiltered ? 'No transaction matches' : 'No transaction yet'}
          {...(isFiltered ? { hint: 'Clear a filter to see more.' } : {})}
        />
      </Card>
    </div>
  );
}
