// npm run bench:find: the processor time of every filter and search on a long chain, the first time and later. Several minutes.
//   -- --transactions N   the length of the chain (default 100000)
import { selectorOf } from '../src/execution/hash/address.ts';
import { formatFelt } from '../src/felt/felt.ts';
import { Sandbox } from '../src/index.ts';
import type { RpcParams } from '../src/rpc/schema.ts';
import { STRK, transfer } from '../test/support/wallet.ts';
import { limitRow, median, printRows, processorMsSince, type Row } from './harness.ts';

const MOST_MS = 100;
const ROUNDS = 5;
const ACCOUNTS = 3;
const RECEIVERS = 0x10000;
/** One of these many transactions is reverted. */
const REVERTED_ONE_OF = 5_000;
const at = process.argv.indexOf('--transactions');
const transactions = at < 0 ? 100_000 : Number(process.argv[at + 1]);

const box = await Sandbox.create({ seed: 1, accounts: ACCOUNTS, journal: false, initialBalance: 10n ** 30n });
const hashes: string[] = [];
const nonces = new Map<number, number>();
for (let i = 0; i < transactions; i++) {
  const sender = i % 100 === 0 ? 1 : 0;
  const nonce = nonces.get(sender) ?? 0;
  nonces.set(sender, nonce + 1);
  const amount = i % REVERTED_ONE_OF === 7 ? 10n ** 35n : 1n;
  const params = transfer(box.accounts[sender]!, nonce, BigInt(RECEIVERS + i), amount);
  hashes.push((await box.request('starknet_addInvokeTransaction', params)).transaction_hash);
}
const middle = Math.floor(transactions / 2);
const old = hashes[middle]!;
const receiver = `0x${(RECEIVERS + middle).toString(16)}`;

const listed = (params: RpcParams<'sandbox_getTransactions'>) => () =>
  box.request('devnet_getTransactions', { limit: 25, ...params });
const events = (params: RpcParams<'sandbox_findEvents'>) => () =>
  box.request('devnet_findEvents', { limit: 25, ...params });
const search = (text: string) => () => box.request('devnet_search', { text });

const works: Readonly<Record<string, () => Promise<unknown>>> = {
  'transactions, the newest': listed({}),
  'transactions, reverted': listed({ result: 'REVERTED' }),
  'transactions of a sender': listed({ sender_address: box.accounts[1]!.address }),
  'transactions of a sender who sent none': listed({ sender_address: box.accounts[2]!.address }),
  'transactions of a contract': listed({ contract_address: STRK }),
  'transactions of a contract that nobody called': listed({ contract_address: '0x123456789' }),
  'transactions of a function': listed({ function: 'transfer' }),
  'transactions of a function that nobody called': listed({ function: 'no_such_function' }),
  'transactions of a type': listed({ type: 'DECLARE' }),
  'transactions in old blocks': listed({ from_block: 5, to_block: 40 }),
  'transactions of an address, by calldata': listed({ address: receiver }),
  'reverted ones of a sender who had none': listed({ result: 'REVERTED', sender_address: box.accounts[2]!.address }),
  'events, the newest': events({}),
  'events of a contract': events({ contract_address: STRK }),
  'events of a contract that emitted none': events({ contract_address: '0x123456789' }),
  'events by name': events({ name: 'Transfer' }),
  'events by a name that none has': events({ name: 'NoSuchEvent' }),
  'events by a member, one match in the middle': events({
    name: 'Transfer',
    fields: [{ name: 'to', value: receiver }],
  }),
  'events by a member, no match': events({ name: 'Transfer', fields: [{ name: 'to', value: '0x5' }] }),
  'events by a member without a name': events({ fields: [{ name: 'to', value: receiver }] }),
  'events in old blocks': events({ from_block: 5, to_block: 40 }),
  'search for the beginning of a hash': search(old.slice(0, 14)),
  'search for a part of a hash': search(old.slice(20, 34)),
  'search for an error': search('insufficient balance'),
  'search for an error that nothing has': search('no such error'),
  'search for a function': search('transfer'),
  'search for a selector': search(formatFelt(selectorOf('transfer'))),
  'search for a token': search('STRK'),
  'search for an account': search('account 1'),
  'search for an address': search(box.accounts[1]!.address.slice(0, 14)),
  'newest contracts': () => box.request('devnet_getContracts', { newest: true }),
  'newest classes': () => box.request('devnet_getClasses', { newest: true }),
};

async function spent(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  return processorMsSince(start);
}

const rows: Row[] = [];
for (const [name, work] of Object.entries(works)) {
  rows.push(limitRow(`${name}, first`, await spent(work), MOST_MS));
  const later: number[] = [];
  for (let round = 0; round < ROUNDS; round++) later.push(await spent(work));
  rows.push(limitRow(`${name}, later`, median(later), MOST_MS));
}
printRows(`Finding in ${transactions} transactions`, rows);
await box.close();
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
