import { TransactionList } from '../../parts/chain/TransactionList.tsx';
import { Card } from '../../parts/layout/Card.tsx';

export default function TransactionsScreen() {
  return (
    <div class="stack">
      <h1>Transactions</h1>
      <Card isFlush>
        <TransactionList empty="No transaction yet" />
      </Card>
    </div>
  );
}
