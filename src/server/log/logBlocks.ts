import type { Node } from '../../chain/node.ts';
import type { Block } from '../../chain/value/block.ts';
import type { Log } from './log.ts';
import { PriceLog } from './logPrices.ts';

const TARGET = 'chain';

/** Logs new blocks, removed blocks, a replaced chain, and prices that a schedule moves. Returns a function that stops this. */
export function logBlocks(node: Node, log: Log): () => void {
  const prices = new PriceLog(log, node.value);
  return node.follow((events) => {
    if (!log.enabled('info')) return;
    for (const event of events) {
      if (event.kind === 'block') logBlock(log, event.block, event.transactions.length);
      else if (event.kind === 'reorg') logRemoval(log, event.first.number, event.last.number);
      else if (event.kind === 'reset') log.write('info', TARGET, 'the chain was replaced');
    }
    prices.look(node.value);
  });
}

function logRemoval(log: Log, first: number, last: number): void {
  const text = first === last ? `block ${first} was removed` : `blocks ${first} to ${last} were removed`;
  log.write('info', TARGET, text, { first_block: first, last_block: last });
}

/** A block of one transaction is already in the line of the request that sent it, so it is only logged at debug level. */
function logBlock(log: Log, { number, timestamp }: Block, count: number): void {
  const transactions = count === 1 ? '1 transaction' : `${count} transactions`;
  log.write(count === 1 ? 'debug' : 'info', TARGET, `block ${number}: ${transactions}`, {
    block: number,
    transactions: count,
    timestamp: Number(timestamp),
  });
}
