// The accounts of starbox/starknet let the kernel sign whatever starknet.js passes to a signer.
import { readFileSync } from 'node:fs';
import * as starknet from 'starknet';
import * as starknet8 from 'starknet8';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { compileSierra } from '../../src/sierra/index.ts';
import { account } from '../../src/starknet/index.ts';
import { providePeer } from '../../src/starknet/peer.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const transfer = { contractAddress: STRK, entrypoint: 'transfer', calldata: ['0x1', 5, 0] };
const contract = JSON.parse(
  readFileSync(new URL('../../contracts/classes/steps.sierra.json', import.meta.url), 'utf8'),
);

afterAll(() => providePeer({ starknet }));

describe.each([
  ['10', starknet],
  ['8', starknet8 as unknown as typeof starknet],
])('an account of starbox/starknet with starknet.js %s', (_, peer) => {
  let box: Sandbox;
  let byStarknetJs: { readonly mock: { readonly calls: readonly unknown[] } };
  beforeEach(async () => {
    peer.config.set('logLevel', 'OFF');
    providePeer({ starknet: peer });
    box = await Sandbox.create({ seed: 7, accounts: 1 });
    byStarknetJs = vi.spyOn(peer.Signer.prototype, 'signRaw' as never);
  });
  afterEach(async () => {
    expect(byStarknetJs.mock.calls).toEqual([]);
    vi.restoreAllMocks();
    await box.close();
  });

  const succeeded = async (transaction_hash: string) => {
    const { execution_status } = await box.request('starknet_getTransactionReceipt', { transaction_hash });
    expect(execution_status).toBe('SUCCEEDED');
  };

  test('an invocation, its estimate and its simulation', async () => {
    const alice = account(box, 0);
    await alice.estimateInvokeFee([transfer]);
    await alice.simulateTransaction([{ type: 'INVOKE', ...transfer } as never], { skipValidate: false });
    await succeeded((await alice.execute([transfer, transfer])).transaction_hash);
    await succeeded((await alice.execute(transfer, { tip: 7, skipValidate: true } as never)).transaction_hash);
  });

  test('a declaration and a deployment', async () => {
    const { casm, compiledClassHash } = compileSierra(contract);
    const declared = await account(box, 0).declare({ contract, casm, compiledClassHash } as never);
    await succeeded(declared.transaction_hash);
    const { class_hash: classHash } = declared;
    const deployed = await account(box, 0).deployContract({ classHash, constructorCalldata: [40] });
    await succeeded(deployed.transaction_hash);
  });

  test('the deployment of an account', async () => {
    const privateKey = '0x1234567';
    const classHash = await box.request('starknet_getClassHashAt', {
      block_id: 'latest',
      contract_address: box.accounts[0]!.address,
    });
    const publicKey = peer.ec.starkCurve.getStarkKey(privateKey);
    const constructorCalldata = peer.CallData.compile({ publicKey });
    const address = peer.hash.calculateContractAddressFromHash(publicKey, classHash, constructorCalldata, 0);
    await box.mint(address, 10n ** 21n);
    const fresh = account(box, { address, privateKey });
    const { transaction_hash } = await fresh.deployAccount({
      classHash,
      constructorCalldata,
      addressSalt: publicKey,
    });
    await succeeded(transaction_hash);
    await succeeded((await fresh.execute(transfer)).transaction_hash);
  });
});
