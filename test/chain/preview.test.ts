import { afterAll, describe, expect, test } from 'vitest';
import { escapedAddress } from '../../src/execution/hash/escapedAddress.ts';
import { transactionHash } from '../../src/execution/hash/transactionHash.ts';
import type { DeployAccountV3 } from '../../src/execution/transaction.ts';
import { type Felt, feltOfAscii, formatFelt, parseFelt, toFelt } from '../../src/felt/felt.ts';
import { keyOf } from '../../src/felt/key.ts';
import { starkPublicKey, starkSign } from '../../src/felt/stark.ts';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import { protocolNamed } from '../../src/protocol/versions.ts';
import { SyscallBench } from '../support/calls/syscallBench.ts';

const PREVIEW = '0.14.5-preview';
const opened: Sandbox[] = [];
afterAll(async () => {
  for (const box of opened) await box.close();
});
async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const box = await Sandbox.create({ seed: 3, accounts: 1, ...options });
  opened.push(box);
  return box;
}

const bound = { maxAmount: 4_000_000n, maxPricePerUnit: 10n ** 10n };
const wireBound = { max_amount: '0x3d0900', max_price_per_unit: '0x2540be400' };

/** Deploys an account with a transaction of version 4; the address it must get, and the request. */
async function deployment(box: Sandbox) {
  const classHash = parseFelt(await box.request('starknet_getClassHashAt', ['latest', box.accounts[0]!.address]))!;
  const key = toFelt(77n);
  const [salt, constructorCalldata] = [toFelt(9n), [starkPublicKey(key)]];
  const contractAddress = escapedAddress(0n as Felt, salt, classHash, constructorCalldata);
  const transaction: DeployAccountV3 = {
    type: 'DEPLOY_ACCOUNT',
    version: 4,
    isQuery: false,
    signature: [],
    nonce: toFelt(0n),
    resourceBounds: { l1Gas: bound, l1DataGas: bound, l2Gas: bound },
    tip: 0n,
    paymasterData: [],
    nonceDataAvailabilityMode: 'L1',
    feeDataAvailabilityMode: 'L1',
    contractAddress,
    contractAddressSalt: salt,
    constructorCalldata,
    classHash,
  };
  const hash = transactionHash(transaction, feltOfAscii('SN_SEPOLIA'));
  const { r, s } = starkSign(key, hash);
  const request = {
    deploy_account_transaction: {
      type: 'DEPLOY_ACCOUNT',
      version: '0x4',
      signature: [formatFelt(r), formatFelt(s)],
      nonce: '0x0',
      resource_bounds: { l1_gas: wireBound, l1_data_gas: wireBound, l2_gas: wireBound },
      tip: '0x0',
      paymaster_data: [],
      nonce_data_availability_mode: 'L1',
      fee_data_availability_mode: 'L1',
      contract_address_salt: formatFelt(salt),
      constructor_calldata: constructorCalldata.map(formatFelt),
      class_hash: formatFelt(classHash),
    },
  } as const;
  await box.mint(formatFelt(contractAddress), 10n ** 18n);
  return { request, contractAddress: formatFelt(contractAddress), hash: formatFelt(hash) };
}

describe('the preview of protocol 0.14.5', () => {
  test('is used only if it is chosen, and every block says so', async () => {
    const version = async (box: Sandbox) =>
      (await box.request<{ starknet_version: string }>('starknet_getBlockWithTxHashes', ['latest'])).starknet_version;
    expect(await version(await open())).toBe('0.14.4');
    const box = await open({ protocolVersion: PREVIEW });
    expect(await version(box)).toBe(PREVIEW);
    expect(await box.request('devnet_getConfig')).toHaveProperty('protocol_version', PREVIEW);
  });

  test('deploys accounts of version 4 at BLAKE2s addresses, also after the chain is loaded again and dumped', async () => {
    const box = await open({ protocolVersion: PREVIEW });
    const { request, contractAddress, hash } = await deployment(box);
    const sent = await box.request('starknet_addDeployAccountTransaction', request as never);
    expect(sent).toEqual({ transaction_hash: hash, contract_address: contractAddress });
    expect(await box.request('starknet_getTransactionByHash', [hash])).toMatchObject({ version: '0x4' });
    const trace = await box.request('starknet_traceTransaction', [hash]);
    expect(trace).toHaveProperty('constructor_invocation.contract_address', contractAddress);
    const again = await open({ state: await box.saveState(), protocolVersion: PREVIEW });
    expect(await again.request('starknet_traceTransaction', [hash])).toEqual(trace);
    const dumped = await open({ protocolVersion: PREVIEW, dump: box.dump() });
    expect(await dumped.request('starknet_getTransactionByHash', [hash])).toMatchObject({ version: '0x4' });
  });

  test('other versions refuse version 4 and name the preview', async () => {
    const box = await open();
    const { request } = await deployment(box);
    await expect(box.request('starknet_addDeployAccountTransaction', request as never)).rejects.toMatchObject({
      code: 61,
      data: expect.stringContaining(PREVIEW),
    });
  });

  test('has the system call deploy_v2 at its provisional price', () => {
    const preview = new SyscallBench({ protocol: protocolNamed(PREVIEW)! });
    const deployed = preview.run('DeployV2', [0xd1, 5, [7, 8], 1], 200_000);
    const address = escapedAddress(0n as Felt, toFelt(5n), toFelt(0xd1n), [toFelt(7n), toFelt(8n)]);
    expect(deployed).toMatchObject({
      kind: 'call',
      gas: 200_000 - (175_510 + 2 * 1670 - 10_000),
      inner: { kind: 'deployment', contractAddress: keyOf(address) },
    });
    expect(new SyscallBench().run('DeployV2', [0xd1, 5, [7, 8], 1], 200_000)).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('Invalid syscall selector'),
    });
  });
});
