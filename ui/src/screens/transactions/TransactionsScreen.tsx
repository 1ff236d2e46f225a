import { Card } from '../../parts/Card.tsx';
import { TransactionList } from '../../parts/TransactionList.tsx';

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
