// One run of a test suite as users write it, with starknet.js: node bench/starknetjsRun.mjs FOLDER TESTS [URL [plain]]. Every test has its own chain:
// a clone of a sandbox in this process or, with a URL, a server that is restarted. Accounts and providers come from starbox/starknet or, with
// "plain", from starknet.js itself, with its polling switched off. FOLDER has the classes (bench/starknetjs.ts writes it). Prints the milliseconds of
// processor time.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sandbox } from 'starbox';
import { account as accountOf, provider as providerOf } from 'starbox/starknet';
import { Account, config, hash, RpcProvider } from 'starknet';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const [folder, tests, url, plain] = process.argv.slice(2);
const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const [first, second] = ['exerciser', 'branching'].map((name) => ({
  contract: read(`${name}.sierra.json`),
  casm: read(`${name}.casm.json`),
}));
config.set('logLevel', 'OFF');

const base = url ? undefined : await Sandbox.create({ seed: 0 });
const request = (method) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
  })
    .then((response) => response.json())
    .then(({ result }) => result);

/** The first predeployed account and its provider, without our helpers. */
async function plainAccount() {
  const [{ address, private_key }] = await request('devnet_getPredeployedAccounts');
  const provider = new RpcProvider({ nodeUrl: url, transactionRetryIntervalFallback: 0 });
  return { provider, account: new Account({ provider, address, signer: private_key }) };
}

const helpedAccount = async (node) => ({ provider: providerOf(node), account: await accountOf(node, 0) });

async function test() {
  if (url) await request('devnet_restart');
  const node = url ?? base.clone();
  const { account, provider } = await (plain ? plainAccount() : helpedAccount(node));
  const settled = async ({ transaction_hash }) => {
    const receipt = await provider.waitForTransaction(transaction_hash);
    if (!receipt.isSuccess()) throw new Error(`${transaction_hash} failed`);
  };
  const declared = await account.declare(first);
  await settled(declared);
  await settled(await account.declare(second));
  const deployed = await account.deployContract({ classHash: declared.class_hash, constructorCalldata: [5] });
  const contractAddress = deployed.contract_address;
  for (let i = 1; i <= 4; i++)
    await settled(await account.execute({ contractAddress, entrypoint: 'set', calldata: [i, i * i] }));
  await settled(await account.execute({ contractAddress, entrypoint: 'emit_many', calldata: [3] }));
  for (let i = 1; i <= 4; i++) {
    const [value] = await provider.callContract({ contractAddress, entrypoint: 'get', calldata: [i] });
    if (BigInt(value) !== BigInt(i * i)) throw new Error(`get(${i}) is ${value}`);
  }
  await provider.callContract({ contractAddress: STRK, entrypoint: 'balanceOf', calldata: [account.address] });
  const { events } = await provider.getEvents({
    address: contractAddress,
    keys: [[hash.getSelectorFromName('Counted')]],
    from_block: { block_number: 0 },
    chunk_size: 10,
  });
  if (events.length !== 3) throw new Error(`${events.length} events`);
  if (!url) await node.close();
}

for (let i = 0; i < Number(tests); i++) await test();
const { user, system } = process.cpuUsage();
console.log((user + system) / 1000);
