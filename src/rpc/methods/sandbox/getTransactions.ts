import type { ChainView } from '../../../chain/chainView.ts';
import type { StoredTransaction } from '../../../chain/value/block.ts';
import type { Felt } from '../../../felt/felt.ts';
import { limits } from '../../../protocol/limits.ts';
import { decoder, optional, struct, text, u64 } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { pageSize, usualPage } from '../../decode/pageSize.ts';
import { optionalParams } from '../../decode/params.ts';
import { senderOf, summarizeTransaction, type TransactionSummary } from '../../format/summary.ts';
import { method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

/** A place between two transactions: `7.2` is before the third transaction of block 7. */
interface Cursor {
  readonly blockNumber: number;
  readonly index: number;
}

const CURSOR = /^(\d{1,15})\.(\d{1,9})$/;
const cursorText = text('textChars');
const cursor = decoder<Cursor, string>('the `next` of another page', '999999999.0', (value, field) => {
  const found = CURSOR.exec(cursorText(value, field));
  if (!found) throw invalidParams(`${field ?? 'before'}: give the \`next\` of another page, such as 7.2`);
  return { blockNumber: Number(found[1]), index: Number(found[2]) };
});

const params = optionalParams(
  struct('TransactionList', {
    before: optional(cursor),
    limit: optional(pageSize),
    block_number: optional(u64),
    address: optional(address),
  }),
);

/** A page of a list of transactions. */
export interface TransactionPage {
  readonly transactions: readonly TransactionSummary[];
  /** The parameter `before` of the next page; null after the last one. */
  readonly next: string | null;
}

/** Lists transactions of the chain, of a block, or of a contract. */
export const getTransactions = method({
  name: 'getTransactions',
  group: 'sandbox',
  summary:
    'A page of the transactions made here, newest first. With `address` only those that the contract sent, handled or emitted an event in, or whose calldata names it.',
  kind: 'read',
  origin: 'none',
  params,
  run: async ({ chain }, { before, limit = usualPage, blockNumber, address }): Promise<TransactionPage> => {
    const [lowest, highest] = rangeOf(chain, blockNumber);
    const transactions: TransactionSummary[] = [];
    let scanned = 0;
    const start =
      before && before.blockNumber <= highest ? before : { blockNumber: highest, index: Number.POSITIVE_INFINITY };
    for (let number = start.blockNumber; number >= lowest; number--) {
      const list = number === chain.openNumber ? chain.open.transactions : chain.blockByNumber(number)!.transactions;
      const end = number === start.blockNumber ? Math.min(start.index, list.length) : list.length;
      for (let index = end - 1; index >= 0; index--) {
        if (transactions.length === limit || scanned++ === limits.scannedTransactions)
          return { transactions, next: `${number}.${index + 1}` };
        const stored = list.at(index)!;
        if (scanned % 256 === 0) await chain.rest();
        if (address !== undefined && !involves(stored, address)) continue;
        transactions.push(summarizeTransaction(chain.transaction(stored.hash)!, chain));
      }
      // Awaiting nothing would still take longer than looking at an empty block, and there may be very many.
      const rest = chain.rest();
      if (rest) await rest;
    }
    return { transactions, next: null };
  },
});

/** The first and the last block to look at. A block that is not here has no transactions. */
function rangeOf(chain: ChainView, blockNumber: bigint | undefined): readonly [number, number] {
  if (blockNumber === undefined) return [chain.firstNumber, chain.openNumber];
  const isHere = blockNumber >= BigInt(chain.firstNumber) && blockNumber <= BigInt(chain.openNumber);
  return isHere ? [Number(blockNumber), Number(blockNumber)] : [0, -1];
}

function involves({ transaction, receipt }: StoredTransaction, address: Felt): boolean {
  return (
    senderOf(transaction) === address ||
    receipt.events.some(({ fromAddress }) => fromAddress === address) ||
    ('calldata' in transaction && transaction.calldata.includes(address))
  );
}
