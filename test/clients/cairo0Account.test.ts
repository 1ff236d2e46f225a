import { Account, config, ec, hash, RpcProvider, type TypedData } from 'starknet';
import { beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';

config.set('logLevel', 'OFF');

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
/** The hash under which clients know the Cairo 0 account of OpenZeppelin. */
const WELL_KNOWN = '0x4d07e40e93398ed3c76981e72dd1fd22557a78ce36c0515f679e27f0bb5bc5f';
const transfer = (to: string, amount: bigint) => ({
  contractAddress: STRK,
  entrypoint: 'transfer',
  calldata: [to, amount, 0n],
});

describe('accounts that run the Cairo 0 class', () => {
  let provider: RpcProvider;
  let account: Account;
  const asAccount = (address: string, signer: string) => new Account({ provider, address, signer });
  const settled = (transactionHash: string) => provider.waitForTransaction(transactionHash, { retryInterval: 5 });
  const send = async (from: Account, ...calls: ReturnType<typeof transfer>[]) =>
    settled((await from.execute(calls, { tip: 0n })).transaction_hash);
  const balanceOf = async (address: string) =>
    BigInt((await provider.callContract({ contractAddress: STRK, entrypoint: 'balanceOf', calldata: [address] }))[0]!);

  beforeAll(async () => {
    const box = await Sandbox.create({ seed: 1, accounts: 1, accountClass: 'cairo0' });
    provider = new RpcProvider({ nodeUrl: 'http://sandbox', baseFetch: box.fetch as typeof fetch });
    const { address, privateKey } = box.accounts[0]!;
    account = asAccount(address, privateKey);
  });

  test('have an address that depends on the key, and a class that is declared under both hashes', async () => {
    // As with any other account class, the address depends only on the key.
    expect(BigInt(account.address)).toBe(0x260a8311b4f1092db620b923e8d7d20e76dedcc615fb4b6fdf28315b81de201n);
    const own = await provider.getClassAt(account.address);
    expect(own).toHaveProperty('program');
    expect(await provider.getClassByHash(WELL_KNOWN)).toEqual(own);
  });

  test('run several calls of one transaction in order', async () => {
    const receipt = await send(account, transfer('0x1', 5n), transfer('0x2', 6n), transfer('0x3', 7n));
    expect(receipt.isSuccess()).toBe(true);
    expect(await Promise.all(['0x1', '0x2', '0x3'].map(balanceOf))).toEqual([5n, 6n, 7n]);
  });

  test('roll back all calls when one reverts', async () => {
    const calls = [transfer('0x4', 5n), transfer('0x4', 10n ** 30n)];
    const bounds = await account.estimateInvokeFee([calls[0]!], { tip: 0n });
    const { transaction_hash } = await account.execute(calls, { resourceBounds: bounds.resourceBounds, tip: 0n });
    expect((await settled(transaction_hash)).isReverted()).toBe(true);
    expect(await balanceOf('0x4')).toBe(0n);
  });

  test('refuse a transaction that another key signed, and say so', async () => {
    await expect(send(asAccount(account.address, '0x5'), transfer('0x1', 1n))).rejects.toThrow(
      /Account: invalid signature/,
    );
  });

  test('check signatures of messages without failing', async () => {
    const message: TypedData = {
      types: { StarkNetDomain: [{ name: 'name', type: 'felt' }], Mail: [{ name: 'text', type: 'felt' }] },
      primaryType: 'Mail',
      domain: { name: 'test' },
      message: { text: '1' },
    };
    const signature = await account.signMessage(message);
    const isValid = (given: typeof signature) => provider.verifyMessageInStarknet(message, given, account.address);
    expect(await isValid(signature)).toBe(true);
    expect(await isValid(['0x1', '0x2'])).toBe(false);
    expect(await isValid(['0x1', '0x2', '0x3'])).toBe(false);
  });

  test('can be deployed by their own transaction, under the well-known hash too, and change their key', async () => {
    for (const classHash of [WELL_KNOWN, await provider.getClassHashAt(account.address)]) {
      const publicKey = ec.starkCurve.getStarkKey('0x1234567');
      const address = hash.calculateContractAddressFromHash(publicKey, classHash, [publicKey], 0);
      await send(account, transfer(address, 10n ** 18n));
      const fresh = new Account({ provider, address, signer: '0x1234567', cairoVersion: '0' });
      const deployment = { classHash, constructorCalldata: [publicKey], addressSalt: publicKey };
      await settled((await fresh.deployAccount(deployment, { tip: 0n })).transaction_hash);
      const newKey = ec.starkCurve.getStarkKey('0x777');
      await send(fresh, { contractAddress: address, entrypoint: 'setPublicKey', calldata: [newKey] } as never);
      expect((await send(asAccount(address, '0x777'), transfer('0x5', 1n))).isSuccess()).toBe(true);
      await expect(send(fresh, transfer('0x5', 1n))).rejects.toThrow(/invalid signature/);
    }
  });
});
