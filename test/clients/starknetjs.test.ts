import './globalWebSocket.ts';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Account, CallData, Contract, config, ec, hash, num, RpcProvider, stark, WebSocketChannel } from 'starknet';
import { afterAll, test as anyTest, beforeAll, describe, expect } from 'vitest';
import { compileSierra } from '../../src/sierra/index.ts';
import { isBuilt } from '../support/build.ts';
import { type RunningServer, rpc, startServer } from '../support/server.ts';

const test = anyTest.runIf(isBuilt);

const classFile = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../contracts/classes/${name}.sierra.json`), 'utf8'));

config.set('logLevel', 'OFF');

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const ACCOUNT_CLASS = '0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564';

interface Predeployed {
  readonly address: string;
  readonly private_key: string;
}

describe('starknet.js', () => {
  let server: RunningServer;
  let provider: RpcProvider;
  let account: Account;
  let accounts: readonly Predeployed[];

  beforeAll(async () => {
    server = await startServer('--warm-up', 'on', '--state-archive-capacity', 'full');
    provider = new RpcProvider({ nodeUrl: `${server.url}/rpc` });
    accounts = await rpc<Predeployed[]>(server.url, 'devnet_getPredeployedAccounts');
    account = new Account({ provider, address: accounts[0]!.address, signer: accounts[0]!.private_key });
  });
  afterAll(() => server.stop());

  const settled = (transactionHash: string) => provider.waitForTransaction(transactionHash, { retryInterval: 20 });

  const balanceOf = async (address: string) => {
    const [low] = await provider.callContract({ contractAddress: STRK, entrypoint: 'balanceOf', calldata: [address] });
    return BigInt(low!);
  };

  test('estimates and sends a transfer, and waits for it', async () => {
    const before = await balanceOf('0x1234');
    const transfer = {
      contractAddress: STRK,
      entrypoint: 'transfer',
      calldata: CallData.compile({ to: '0x1234', amount: { low: 1000, high: 0 } }),
    };
    const estimate = await account.estimateInvokeFee(transfer);
    expect(estimate.overall_fee).toBeGreaterThan(0n);
    const { transaction_hash } = await account.execute(transfer);
    const receipt = await settled(transaction_hash);
    expect(receipt.isSuccess()).toBe(true);
    expect(await balanceOf('0x1234')).toBe(before + 1000n);
  });

  test('declares, deploys and uses a contract, and reads its events', async () => {
    // A small class: starknet.js takes seconds to hash a large one.
    const contract = classFile('steps');
    const { compiledClassHash } = compileSierra(contract);
    const declared = await account.declare({ contract, compiledClassHash });
    await settled(declared.transaction_hash);
    expect(declared.class_hash).toBe(hash.computeContractClassHash(contract));
    const { contract_address, transaction_hash } = await account.deployContract({
      classHash: declared.class_hash,
      constructorCalldata: [40],
    });
    await settled(transaction_hash);
    const steps = new Contract({ abi: contract.abi, address: contract_address, providerOrAccount: account });
    const used = await steps.invoke('emit', [[1, 2], [3]]);
    const receipt = await settled(used.transaction_hash);
    expect(receipt.isSuccess()).toBe(true);
    const { events } = await provider.getEvents({
      address: contract_address,
      from_block: { block_number: 0 },
      to_block: 'latest',
      keys: [],
      chunk_size: 10,
    });
    expect(events.map((event) => event.transaction_hash)).toEqual([used.transaction_hash]);
  });

  test('shows why a call failed', async () => {
    const failing = account.execute({
      contractAddress: STRK,
      entrypoint: 'transfer',
      calldata: CallData.compile({ to: '0x1234', amount: { low: 0, high: 1n << 100n } }),
    });
    await expect(failing).rejects.toThrow(/insufficient balance/);
  });

  test('simulates with a trace', async () => {
    const { simulated_transactions } = await account.simulateTransaction([
      {
        type: 'INVOKE',
        contractAddress: STRK,
        entrypoint: 'transfer',
        calldata: CallData.compile({ to: '0x99', amount: { low: 5, high: 0 } }),
      },
    ]);
    expect(simulated_transactions[0]!.transaction_trace).toHaveProperty('execute_invocation');
  });

  test('deploys an account of the well-known class', async () => {
    const privateKey = stark.randomAddress();
    const publicKey = ec.starkCurve.getStarkKey(privateKey);
    const constructorCalldata = [publicKey];
    const address = hash.calculateContractAddressFromHash(publicKey, ACCOUNT_CLASS, constructorCalldata, 0);
    await rpc(server.url, 'devnet_mint', { address, amount: 10 ** 18 });
    const fresh = new Account({ provider, address, signer: privateKey });
    const { transaction_hash } = await fresh.deployAccount({
      classHash: ACCOUNT_CLASS,
      constructorCalldata,
      addressSalt: publicKey,
    });
    const receipt = await settled(transaction_hash);
    expect(receipt.isSuccess()).toBe(true);
    expect(num.toHex(await provider.getClassHashAt(address))).toBe(ACCOUNT_CLASS);
  });

  test('follows new heads over a WebSocket', async () => {
    const channel = new WebSocketChannel({ nodeUrl: server.wsUrl });
    await channel.waitForConnection();
    const heads = await channel.subscribeNewHeads();
    const seen = new Promise<number>((resolve) => heads.on((head) => resolve(head.block_number)));
    await rpc(server.url, 'devnet_createBlock');
    expect(await seen).toBe((await provider.getBlockLatestAccepted()).block_number);
    await heads.unsubscribe();
    channel.disconnect();
  });
});
