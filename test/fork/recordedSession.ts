import { selectorOf } from '../../src/execution/hash/address.ts';
import { formatFelt, toFelt } from '../../src/felt/felt.ts';
import { block } from '../support/fork/chains.ts';
import { type Call, type Chain, exerciserClass, hex, ownClass, STRK, Wallet } from '../support/fork/wallet.ts';
import { CAIRO0, CONTRACT, deployAccount, FAIL, message, REPLACED, SHELVED, SUCCESSOR } from './recordedChain.ts';

const own = (name: string, ...calldata: bigint[]): Call => ({ to: CONTRACT, name, calldata });
const call = (to: bigint, name: string, calldata: readonly bigint[], block_id: unknown) => ({
  request: { contract_address: hex(to), entry_point_selector: hex(selectorOf(name)), calldata: calldata.map(hex) },
  block_id,
});

/** A request whose answer may be an error. */
type Ask = (method: string, params: unknown) => Promise<unknown>;

/** Reads everything up to the forked block. */
export async function readPast(chain: Chain, ask: Ask, tip: number): Promise<void> {
  const hashes: string[] = [];
  for (let number = 0; number <= tip; number++) {
    const { transactions } = await chain.request<{ transactions: string[] }>('starknet_getBlockWithTxHashes', {
      block_id: block(number),
    });
    hashes.push(...transactions);
  }
  for (const transaction_hash of [...hashes, '0x123'])
    for (const name of ['getTransactionByHash', 'getTransactionReceipt', 'getTransactionStatus', 'traceTransaction'])
      await ask(`starknet_${name}`, { transaction_hash });
  const { block_hash } = await chain.request<{ block_hash: string }>('starknet_getBlockWithTxHashes', [block(6)]);
  for (const block_id of [block(0), block(3), { block_hash }, block(tip), block(tip + 99), { block_hash: '0x77' }]) {
    for (const name of ['WithTxs', 'WithReceipts', 'TransactionCount'])
      await ask(`starknet_getBlock${name}`, { block_id });
    for (const name of ['getStateUpdate', 'traceBlockTransactions']) await ask(`starknet_${name}`, { block_id });
    await ask('starknet_getTransactionByBlockIdAndIndex', { block_id, index: 0 });
    await ask('starknet_getTransactionByBlockIdAndIndex', { block_id, index: 9 });
    await readState(ask, block_id);
  }
  await ask('starknet_getBlockWithTxHashes', { block_id: block(4) });
  await ask('starknet_estimateMessageFee', {
    message: { ...estimated, from_address: message(0, '0x1').l1_contract_address },
    block_id: block(12),
  });
}

const estimated = { to_address: hex(CONTRACT), entry_point_selector: hex(selectorOf('on_message')), payload: ['0x5'] };

/** Reads state at a block of either side. */
export async function readState(ask: Ask, block_id: unknown): Promise<void> {
  for (const contract of [CONTRACT, REPLACED, CAIRO0, 0x404n]) {
    const contract_address = hex(contract);
    await ask('starknet_getNonce', { block_id, contract_address });
    await ask('starknet_getClassHashAt', { block_id, contract_address });
    await ask('starknet_getStorageAt', { contract_address, key: '0x1', block_id });
  }
  await ask('starknet_call', call(CONTRACT, 'get', [1n], block_id));
  await ask('starknet_call', call(CAIRO0, 'echo', [4n, 5n], block_id));
  await ask('starknet_call', call(REPLACED, 'get', [1n], block_id));
  await ask('starknet_call', call(CONTRACT, 'panic_with', [1n, 5n], block_id));
}

/** Reads each class once, since the answers are long. */
export async function readClasses(ask: Ask, tip: number): Promise<void> {
  for (const class_hash of [formatFelt(SHELVED.classHash), '0x5555'])
    for (const block_id of [block(2), block(tip), 'latest']) await ask('starknet_getClass', { block_id, class_hash });
  await ask('starknet_getClassAt', { block_id: 'latest', contract_address: hex(CAIRO0) });
  await ask('starknet_getClassAt', { block_id: block(tip), contract_address: hex(REPLACED) });
  await ask('starknet_getCompiledCasm', { class_hash: formatFelt(SUCCESSOR.classHash) });
  await ask('starknet_getCompiledCasm', { class_hash: '0x5555' });
}

/** Transactions that use the state of the origin, each with its receipt, its trace and the changes of its block. */
export async function write(chain: Chain, ask: Ask): Promise<void> {
  const [wallet, other] = chain.accounts.map((account) => new Wallet(chain, account));
  const tell = async (transaction_hash: string) => {
    const { block_number } = await chain.request<{ block_number: number }>('starknet_getTransactionReceipt', {
      transaction_hash,
    });
    for (const name of ['getTransactionByHash', 'getTransactionStatus', 'traceTransaction'])
      await ask(`starknet_${name}`, { transaction_hash });
    await ask('starknet_getStateUpdate', { block_id: block(block_number) });
  };
  await tell(await wallet!.invoke(own('set', 1n, 100n), own('increase', 1n), own('get', 2n), own('emit_many', 2n)));
  await tell(await other!.invoke({ to: STRK, name: 'transfer', calldata: [0x55n, 3n, 0n] }));
  await tell(await wallet!.invoke(own('set', 1n, 101n), own('panic_with', 2n, 1n, 2n)));
  await tell(await wallet!.invoke(own('call', CAIRO0, selectorOf('echo'), 2n, 1n, 2n)));
  await tell(await wallet!.invoke({ to: REPLACED, name: 'set', calldata: [1n, 1n] }));
  await tell(await wallet!.invoke({ to: REPLACED, name: 'blake', calldata: Array.from({ length: 16 }, () => 7n) }));
  // A class that has not run yet, and one that the origin does not have.
  await tell(await other!.invoke(own('deploy', SHELVED.classHash, 1n, 0n, 0n)));
  await tell(await other!.declare(ownClass('meta_tx', 'OfTheFork')));
  await tell(await other!.invoke(own('deploy', exerciserClass().classHash, 9n, 1n, 5n, 0n), own('block_hash', 3n)));
  await tell(await wallet!.invoke({ to: CONTRACT, name: 'replace', calldata: [exerciserClass().classHash] }));
  const fresh = await deployAccount(chain, toFelt(77n));
  await tell(fresh.hash);
  await tell(await fresh.wallet.invoke(own('increase', 4n)));
  for (const payload of ['0x33', FAIL]) {
    const sent = message(5, payload);
    await tell(
      (await chain.request<{ transaction_hash: string }>('devnet_postmanSendMessageToL2', sent)).transaction_hash,
    );
    await ask('devnet_postmanSendMessageToL2', sent);
  }
  await ask('devnet_increaseTime', { time: 60 });
  const { invoke_transaction } = await wallet!.sign(own('increase', 2n), own('get', 50n));
  for (const block_id of ['latest', 'pre_confirmed']) {
    await ask('starknet_estimateFee', { request: [invoke_transaction], simulation_flags: [], block_id });
    await ask('starknet_simulateTransactions', { block_id, transactions: [invoke_transaction], simulation_flags: [] });
  }
  await ask('starknet_addInvokeTransaction', { invoke_transaction: { ...invoke_transaction, nonce: '0x99' } });
}
