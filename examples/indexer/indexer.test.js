// The life of an indexer: what was there before, what comes, what is taken back, and stops of the indexer and of the node.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { Sandbox } from 'starbox';

const OPTIONS = { seed: 7, stateArchiveCapacity: 'full' };

let database;
let databaseServer;
let box;
let server;
let indexer;

before(async () => {
  database = await PGlite.create({ extensions: { btree_gist } }); // in memory
  databaseServer = new PGLiteSocketServer({ db: database, port: 0, maxConnections: 20 });
  await databaseServer.start();
  box = await Sandbox.create(OPTIONS);
  server = await box.listen({ port: 0 });
});

after(async () => {
  await stopIndexer();
  await databaseServer?.stop();
  await database?.close();
  await box?.close();
});

function startIndexer(...args) {
  const DATABASE_URL = `postgres://postgres:postgres@${databaseServer.getServerConn()}/postgres`;
  const env = { ...process.env, NODE_URL: server.url, DATABASE_URL };
  indexer = spawn(process.execPath, ['indexer.js', ...args], { env, stdio: 'inherit' });
}

async function stopIndexer() {
  if (!indexer || indexer.exitCode !== null || indexer.signalCode !== null) return;
  const end = new Promise((resolve) => indexer.once('exit', resolve));
  indexer.kill('SIGKILL');
  await end;
}

/** Pays in a block of its own. */
const pay = (amount) => box.strk.write.transfer(box.accounts[1], amount, { from: box.accounts[0] });

/** What the node has: each payment after the first block as its block, transaction, recipient and amount. */
async function chain() {
  const events = await box.strk.events.Transfer({}, { fromBlock: 1, toBlock: 'latest' });
  return events
    .map(({ args, raw }) => [raw.block_number, raw.transaction_hash, BigInt(args.to), args.value].join(' '))
    .sort();
}

/** What the table has, in the same form. */
async function table() {
  const { rows } = await database.query(
    'SELECT *, lower(block_range) AS block FROM payments WHERE upper_inf(block_range)',
  );
  return rows
    .map(({ block, id, recipient, amount }) => [block, id.split(' ')[0], BigInt(recipient), amount].join(' '))
    .sort();
}

/** The newest block that Checkpoint is done with. It notes this after the rows of the block. */
async function newestBlockDone() {
  const { rows } = await database.query("SELECT value FROM _metadatas WHERE id = 'last_indexed_block'");
  return Number(rows[0]?.value);
}

/** Waits until the table has what the node has, and Checkpoint has noted that it is done. */
async function caughtUp() {
  const expected = await chain();
  const newest = await box.blocks.number();
  let found;
  let done;
  // A busy machine may need minutes for what takes a second otherwise.
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; ) {
    assert.equal(indexer.exitCode, null, 'the indexer ended; LOG_LEVEL=error shows why');
    found = await table().catch(() => undefined); // there is no table yet
    done = await newestBlockDone().catch(() => undefined);
    if (found?.join() === expected.join() && done === newest) return expected.length;
    await setTimeout(100);
  }
  assert.deepEqual({ rows: found, done }, { rows: expected, done: newest });
}

test('it reads what was there before', async () => {
  for (const amount of [1n, 2n]) await pay(amount);
  await box.blocks.mine(100); // Checkpoint asks for the events of old blocks together, and reads the last fifty one by one
  await pay(3n);
  startIndexer('reset');
  assert.equal(await caughtUp(), 6); // three payments, three fees
});

test('it follows what comes', async () => {
  for (const amount of [4n, 5n]) await pay(amount);
  assert.equal(await caughtUp(), 10);
});

test('it takes back what a reorganisation takes back', async () => {
  const known = await table();
  await box.blocks.abort(104); // the payments of 4 and 5 never happened
  for (const amount of [6n, 7n, 8n]) await pay(amount);
  assert.equal(await caughtUp(), 12);
  assert.equal((await table()).filter((row) => !known.includes(row)).length, 6);
});

test('after a stop it goes on where it was, also if blocks were taken back meanwhile', async () => {
  await stopIndexer();
  await box.blocks.abort('latest'); // the payment of 8
  for (const amount of [9n, 10n]) await pay(amount);
  startIndexer();
  assert.equal(await caughtUp(), 14);
});

test('it goes on when the node was stopped and comes again', async () => {
  const state = await box.saveState();
  await box.close();
  await setTimeout(200); // the indexer asks, and nobody answers
  box = await Sandbox.create({ ...OPTIONS, state });
  const listen = () => box.listen({ port: server.port });
  server = await listen().catch(() => setTimeout(1000).then(listen)); // somebody else may have the port for a moment
  await pay(11n);
  assert.equal(await caughtUp(), 16);
});
