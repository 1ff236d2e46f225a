// starknet.js 8 speaks JSON-RPC 0.8 and 0.9, and works with the path /rpc/v0_9.
import './globalWebSocket.ts';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Account, CallData, Contract, config, RpcProvider, WebSocketChannel } from 'starknet8';
import { afterAll, test as anyTest, beforeAll, describe, expect } from 'vitest';
import { compileSierra } from '../../src/sierra/index.ts';
import { isBuilt } from '../support/build.ts';
import { type RunningServer, rpc, startServer } from '../support/server.ts';

const test = anyTest.runIf(isBuilt);

config.set('logLevel', 'OFF');
const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const contract = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../contracts/classes/steps.sierra.json'), 'utf8'),
);

interface Predeployed {
  readonly address: string;
  readonly private_key: string;
}

describe('starknet.js 8 on /rpc/v0_9', () => {
  let server: RunningServer;
  let provider: RpcProvider;
  let account: Account;

  beforeAll(async () => {
    server = await startServer();
    provider = new RpcProvider({ nodeUrl: `${server.url}/rpc/v0_9` });
    const [first] = await rpc<[Predeployed]>(server.url, 'devnet_getPredeployedAccounts');
    account = new Account({ provider, address: first.address, signer: first.private_key });
  });
  afterAll(() => server.stop());

  const settled = (transactionHash: string) => provider.waitForTransaction(transactionHash, { retryInterval: 20 });
  const transfer = {
    contractAddress: STRK,
    entrypoint: 'transfer',
    calldata: CallData.compile({ to: '0x1234', amount: { low: 1000, high: 0 } }),
  };

  test('finds out that the node speaks 0.9', async () => {
    expect(await provider.getSpecVersion()).toBe('0.9.0');
  });

  test('estimates, simulates and sends a transfer, and traces it', async () => {
    expect((await account.estimateInvokeFee(transfer)).overall_fee).toBeGreaterThan(0n);
    const [simulated] = await account.simulateTransaction([{ type: 'INVOKE', payload: transfer }] as never);
    expect(simulated).toHaveProperty('transaction_trace');
    const { transaction_hash } = await account.execute(transfer);
    expect((await settled(transaction_hash)).isSuccess()).toBe(true);
    expect(await provider.getTransactionTrace(transaction_hash)).toMatchObject({ type: 'INVOKE' });
    expect(await provider.getTransactionStatus(transaction_hash)).toMatchObject({ execution_status: 'SUCCEEDED' });
  });

  test('declares with the compiled class hash of today, deploys, calls and reads events and blocks', async () => {
    // Version 8 computes Poseidon hashes for versions of the protocol that it does not know.
    const { compiledClassHash } = compileSierra(contract);
    const declared = await account.declare({ contract, compiledClassHash });
    await settled(declared.transaction_hash);
    const { contract_address, transaction_hash } = await account.deployContract({
      classHash: declared.class_hash,
      constructorCalldata: [40],
    });
    await settled(transaction_hash);
    const steps = new Contract({ abi: contract.abi, address: contract_address, providerOrAccount: account });
    expect(Object.keys(steps.functions).length).toBeGreaterThan(0);
    const { events } = await provider.getEvents({ address: STRK, from_block: { block_number: 0 }, chunk_size: 5 });
    expect(events.length).toBeGreaterThan(0);
    expect(await provider.getBlockWithReceipts('latest')).not.toHaveProperty('event_commitment');
    expect(await provider.getStateUpdate('latest')).toHaveProperty('state_diff');
  });

  test('shows the sentence about a version that is not served', async () => {
    const older = new RpcProvider({ nodeUrl: `${server.url}/rpc/v0_7` });
    await expect(older.getSpecVersion()).rejects.toThrow('JSON-RPC 0.7 is not served here');
  });

  test('subscribes to blocks', async () => {
    const channel = new WebSocketChannel({ nodeUrl: `${server.url.replace('http', 'ws')}/ws/rpc/v0_9` });
    await channel.waitForConnection();
    const heads = await channel.subscribeNewHeads();
    const head = new Promise<object>((resolve) => heads.on(resolve as never));
    await settled((await account.execute(transfer)).transaction_hash);
    expect(await head).toHaveProperty('block_hash');
    expect(await head).not.toHaveProperty('event_commitment');
    channel.disconnect();
    await channel.waitForDisconnection();
  });
});
