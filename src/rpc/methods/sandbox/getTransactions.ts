import { limits } from '../../../protocol/limits.ts';
import type { TransactionCursor } from '../../../tools/find/matchingTransactions.ts';
import { decoder, oneOf, optional, struct, text, u64 } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { nameOrSelector } from '../../decode/nameOrSelector.ts';
import { pageSize, usualPage } from '../../decode/pageSize.ts';
import { optionalParams } from '../../decode/params.ts';
import { summarizeTransaction, type TransactionSummary } from '../../format/summary.ts';
import { listRange } from '../../listRange.ts';
import { method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

/** A place between two transactions: `7.2` is before the third transaction of block 7. */
const CURSOR = /^(\d{1,15})\.(\d{1,9})$/;
const cursorText = text('textChars');
const cursor = decoder<TransactionCursor, string>('the `next` of another page', '999999999.0', (value, field) => {
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
    result: optional(oneOf('SUCCEEDED', 'REVERTED')),
    type: optional(oneOf('INVOKE', 'DECLARE', 'DEPLOY_ACCOUNT', 'L1_HANDLER')),
    sender_address: optional(address),
    contract_address: optional(address),
    function: optional(nameOrSelector),
    from_block: optional(u64),
    to_block: optional(u64),
  }),
);

/** A page of a list of transactions. */
export interface TransactionPage {
  readonly transactions: readonly TransactionSummary[];
  /** The parameter `before` of the next page; null after the last one. */
  readonly next: string | null;
}

/** Lists transactions of the chain, of a block, of a contract, or those that match a filter. */
export const getTransactions = method({
  name: 'getTransactions',
  group: 'sandbox',
  summary:
    'A page of the transactions made here, newest first. `result`, `type`, `sender_address`, `contract_address` (called, or with an event in it), `function` (name or selector of one that is called) and a range of blocks choose some of them. Calls between contracts count. With `address` only those that the contract sent, handled, was called in or emitted an event in, or whose calldata names it.',
  kind: 'read',
  origin: 'none',
  params,
  run: async ({ chain }, { before, limit = usualPage, ...wanted }): Promise<TransactionPage> => {
    const { matchingTransactions, newProgress } = await import('../../../tools/find/matchingTransactions.ts');
    const { transactionSearch } = await import('../../../tools/find/transactionFilter.ts');
    const transactions: TransactionSummary[] = [];
    const progress = newProgress();
    const search = transactionSearch({
      result: wanted.result,
      type: wanted.type,
      sender: wanted.senderAddress,
      contract: wanted.contractAddress,
      selector: wanted.function?.selector,
      address: wanted.address,
    });
    for (const found of matchingTransactions(chain.value, search, listRange(chain, wanted), before, progress)) {
      // Awaiting nothing would still take longer than looking at an empty block, and there may be very many.
      const rest = chain.rest();
      if (rest) await rest;
      if (found && transactions.length === limit)
        return { transactions, next: `${found.blockNumber}.${found.index + 1}` };
      if (found) transactions.push(summarizeTransaction(found, chain));
      else if (progress.scanned >= limits.scannedTransactions)
        return { transactions, next: `${progress.blockNumber}.${progress.index}` };
    }
    return { transactions, next: null };
  },
});
