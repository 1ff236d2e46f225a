// docs/mempool.md: how to use the mempool, and the rules of the networks' one.
import { type MempoolRule, mempoolRules } from '../src/mempool/mempoolRules.ts';
import { errors } from '../src/protocol/errors.ts';
import { GATEWAY_SOURCE, gatewayVersions } from '../src/protocol/gatewayLimits.ts';
import { limits } from '../src/protocol/limits.ts';
import { MEMPOOL_SOURCE } from '../src/protocol/mempoolLimits.ts';
import { groupedDigits } from '../src/text/groupedDigits.ts';

const NEWEST = gatewayVersions.at(-1)!;

const ruleRow = ([name, { says, source, error }]: readonly [string, MempoolRule]): string => {
  const text = typeof says === 'string' ? says : says(NEWEST);
  const code = error === undefined ? '' : `[${errors[error].code}](errors.md#error-${errors[error].code})`;
  return `| \`${name}\` | ${text} | ${code} | ${source} |`;
};

export const mempoolPage = (): string => `# The mempool

<!-- Written by \`npm run reference\` from scripts/mempoolPage.ts, src/mempool/mempoolRules.ts and src/protocol/mempoolLimits.ts. Do not edit. -->

On a network a transaction is not executed when it is answered. It waits in a pool until the sequencer selects it, and much can happen before that: an earlier nonce is missing, the price rises, a transaction with a higher tip goes first, or the transaction is dropped. With a mempool, a sandbox does the same, one step at a time.

\`\`\`sh
starbox --block-generation-on mempool
\`\`\`

## A transaction, step by step

\`\`\`js
import { Sandbox } from 'starbox';

const box = await Sandbox.create({ blockGenerationOn: 'mempool', accounts: 2 });
const [alice, bob] = box.accounts;

// Not awaited: the promise resolves when the transaction is in a block.
const sent = box.strk.write.transfer(bob, 5n, { from: alice });
await box.mempool.arrived();
const [waiting] = (await box.mempool.get()).transactions;
console.log(waiting.status); // RECEIVED

await box.mempool.preconfirm();
const { receipt } = await sent;
console.log(receipt.finality_status); // PRE_CONFIRMED

await box.mempool.abort();
console.log((await box.mempool.get()).transactions[0].status); // RECEIVED

await box.blocks.mine();
const status = await box.request('starknet_getTransactionStatus', { transaction_hash: waiting.transactionHash });
console.log(status.finality_status); // ACCEPTED_ON_L2
await box.close();
\`\`\`

| Status | What it means |
|---|---|
| \`RECEIVED\` | admitted after the checks that need no state. It changes nothing, and has neither receipt nor trace; \`getTransactionByHash\` and \`getTransactionStatus\` find it, blocks and state updates do not have it |
| \`CANDIDATE\` | selected. It is executed at once, so only subscriptions tell this step |
| \`PRE_CONFIRMED\` | executed on the state of the open block, and in it |
| \`ACCEPTED_ON_L2\` | the block is sealed |

\`subscribeNewTransactions\` and \`subscribeTransactionStatus\` tell every step, the first of them those that its \`finality_status\` names; \`subscribeNewTransactionReceipts\` the last two.

Of an account only the transaction with the next nonce can be selected, whatever the order is. A transaction that comes late may go before all that are not selected yet, and never before those in the open block. Minting and messages from L1 are executed at once.

## The controls

| Method | In the library | What it does |
|---|---|---|
| \`getMempool\` | \`box.mempool.get()\` | tells the configuration, the transactions in order of arrival, the hashes of the open block, and how many more it takes |
| \`preconfirmTransactions\` | \`box.mempool.preconfirm()\` | selects and executes: by the order until the block is full, at most \`max_transactions\`, or those of \`transaction_hashes\` in that order. What the chain refuses is \`rejected\` and gone; what is not its turn is \`blocked\` and goes on waiting. A transaction that reverts is in the block |
| \`sealBlock\` | \`box.mempool.seal()\` | seals exactly the open block, which may be empty |
| \`createBlock\`, \`mine\` | \`box.blocks.mine()\` | fills the open block by the order, and seals it |
| \`abortPreconfirmedBlock\` | \`box.mempool.abort()\` | empties the open block. Its transactions wait again, in order of arrival; edits of the state stay, and cheats have the calls again that they used up. \`abortBlocks\` removes sealed blocks, and empties the mempool |
| \`removeFromMempool\`, \`clearMempool\` | \`box.mempool.remove(hash)\`, \`clear()\` | removes one that waits, or all |
| \`setMempoolConfig\` | \`box.mempool.configure({ … })\` | changes order, seed, room of a block, or rules. No transaction is dropped |

| Option | What it does |
|---|---|
| \`--mempool-ordering\` | \`fifo\` selects by arrival; \`starknet\` as the network does, by tip and then by hash, and those whose price bound is below the price last; \`random\` draws |
| \`--mempool-random-seed\` | the seed of \`random\`. The same seed and the same arrivals give the same order |
| \`--mempool-max-transactions-per-block\` | the room of a block |
| \`--mempool-rules\` | \`none\`, or \`network\`: see below |

Snapshots, clones, boxes and state files carry the mempool, and a restart empties it. A reorganisation keeps what waits, and the arrivals of what was selected. The options of the mempool can be given with a state file, and then take effect on its chain. A dump has each admission, the hashes of each selection, every change of the configuration, removal, block and abort, so that a load repeats them exactly, whatever the order is then.

## Blocks by the clock

\`\`\`sh
starbox --block-generation-on mempool:2
\`\`\`

Every two seconds of the chain's clock a block is filled and sealed. The clock can be [set, frozen and increased](controls.md#blocks-and-time): while it is frozen no block is made, and \`increaseTime\` makes the blocks that were due on the way, as long as transactions can be selected, and one at its end.

## The rules of the networks

\`--mempool-rules network\` makes the mempool as strict as that of the networks. Times are those of the chain's clock, so that a test can let a transaction expire with \`increaseTime\`.

| Rule | What it says | Error | Source |
|---|---|---|---|
${Object.entries<MempoolRule>(mempoolRules).map(ruleRow).join('\n')}

The source is [starkware-libs/sequencer](${GATEWAY_SOURCE.repository}) at ${MEMPOOL_SOURCE.revision}: the files are in \`${GATEWAY_SOURCE.folder}\`, the code in \`${MEMPOOL_SOURCE.code}\`. The operators of a network can set other values. This mempool itself holds ${groupedDigits(limits.pooledTransactions)} transactions, or about ${groupedDigits(limits.pooledBytes)} bytes of them, with all rules. What the gateway refuses before a transaction comes to the pool is [another page](gateway.md).
`;
