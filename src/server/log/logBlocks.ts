import type { Node } from '../../chain/node.ts';
import type { Block } from '../../chain/value/block.ts';
import type { Log } from './log.ts';

const TARGET = 'chain';

/** Logs new blocks, removed blocks and a replaced chain. Returns a function that stops this. */
export function logBlocks(node: Node, log: Log): () => void {
  return node.follow((events) => {
    if (!log.enabled('info')) return;
    for (const event of events) {
      if (event.kind === 'block') logBlock(log, event.block, event.transactions.length);
      else if (event.kind === 'reorg')
        log.write('info', TARGET, `blocks ${event.first.number} to ${event.last.number} were removed`, {
          first_block: event.first.number,
          last_block: event.last.number,
        });
      else if (event.kind === 'reset') log.write('info', TARGET, 'the chain was replaced');
    }
  });
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
