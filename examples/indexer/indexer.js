// An indexer of payments in STRK: Checkpoint reads them from a node into a Postgres database. `node indexer.js reset` makes the tables.
import checkpoint from '@snapshot-labs/checkpoint';

const { default: Checkpoint, Model, starknet } = checkpoint;
const { NODE_URL, DATABASE_URL } = process.env;
const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

const schema = `
type Payment {
  id: String!
  recipient: String!
  amount: String!
}
`;

/** A row of the table. Checkpoint keeps the block from which on it is there, and takes it back with that block. */
class Payment extends Model {
  constructor(id, { to, value }) {
    super('payments', 'strk');
    this.initialSet('id', id);
    this.initialSet('recipient', `0x${BigInt(to).toString(16)}`);
    this.initialSet('amount', BigInt(value).toString());
  }
}

const onTransfer = ({ txId, event }) => new Payment(`${txId} ${event.to}`, event).save();

async function abiOf(contract_address) {
  const params = { block_id: 'latest', contract_address };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'starknet_getClassAt', params });
  const answer = await fetch(NODE_URL, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return JSON.parse((await answer.json()).result.abi);
}

const indexer = new Checkpoint(schema, { dbConnection: DATABASE_URL, logLevel: process.env.LOG_LEVEL ?? 'fatal' });
const config = {
  network_node_url: NODE_URL,
  fetch_interval: 50, // milliseconds; without it two seconds, which is long in a test
  sources: [{ contract: STRK, start: 1, abi: 'erc20', events: [{ name: 'Transfer', fn: 'onTransfer' }] }],
  abis: { erc20: await abiOf(STRK) },
};
indexer.addIndexer('strk', config, new starknet.StarknetIndexer({ onTransfer }));
if (process.argv[2] === 'reset') await indexer.reset();
await indexer.start();
