import { addressOf } from '../../data/chain/addressOf.ts';
import { useNode } from '../../data/node/hooks.ts';
import { blockIn, given, textIn } from '../../data/text/filterValues.ts';
import { TransactionList } from '../../parts/chain/TransactionList.tsx';
import { type Filter, Filters } from '../../parts/forms/Filters.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { useLocation } from '../../routing/router.ts';

/** The filters of the address, in the words of the node. */
const wantedIn = (query: URLSearchParams) =>
  given({
    result: textIn(query, 'result') as 'SUCCEEDED' | 'REVERTED' | undefined,
    type: textIn(query, 'type') as 'INVOKE' | 'DECLARE' | 'DEPLOY_ACCOUNT' | 'L1_HANDLER' | undefined,
    sender_address: textIn(query, 'sender'),
    contract_address: textIn(query, 'contract'),
    function: textIn(query, 'function'),
    from_block: blockIn(query, 'from'),
    to_block: blockIn(query, 'to'),
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
      options: [
        { value: 'INVOKE', name: 'invoke' },
        { value: 'DECLARE', name: 'declare' },
        { value: 'DEPLOY_ACCOUNT', name: 'deploy account' },
        { value: 'L1_HANDLER', name: 'message from L1' },
      ],
    },
    { name: 'from', label: 'From block', placeholder: '0' },
    { name: 'to', label: 'To block', placeholder: 'newest' },
  ];
  const isFiltered = Object.keys(wanted).length > 0;
  return (
    <div class="stack">
      <h1>Transactions</h1>
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
