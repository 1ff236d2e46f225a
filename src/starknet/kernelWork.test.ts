// What the kernel does for starknet.js gives exactly what starknet.js computes itself.
import * as starknet from 'starknet';
import * as starknet8 from 'starknet8';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { kernelDeployer } from './deployer.ts';
import { providePeer } from './peer.ts';
import { signByKernel } from './signer.ts';

const KEY = '0x71d7bb07b9a64f6f78ac4c816aff4da9';
const bound = (amount: bigint, price: bigint) => ({ max_amount: amount, max_price_per_unit: price });
const bounds = { l1_gas: bound(1n, 2n), l2_gas: bound(2n ** 63n, 2n ** 127n), l1_data_gas: bound(128n, 9n) };
const none = { l1_gas: bound(0n, 0n), l2_gas: bound(0n, 0n), l1_data_gas: bound(0n, 0n) };
const common = {
  walletAddress: '0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691',
  chainId: '0x534e5f5345504f4c4941',
  cairoVersion: '1',
  nonce: 7n,
  version: '0x3',
  tip: 0,
  paymasterData: [],
  accountDeploymentData: [],
  nonceDataAvailabilityMode: 'L1',
  feeDataAvailabilityMode: 'L1',
  resourceBounds: bounds,
};
const variants: readonly object[] = [
  {},
  { version: '0x100000000000000000000000000000003', resourceBounds: none, tip: 0n },
  { tip: 2n ** 64n - 1n, paymasterData: ['0x5', 6n], accountDeploymentData: [1, '2'] },
  { nonceDataAvailabilityMode: 'L2', feeDataAvailabilityMode: 'L2', nonce: '0x0' },
];
/** The network normalizes these bounds before it hashes them, and starknet.js does not. */
const unusualVariants: readonly object[] = [
  { resourceBounds: { ...none, l1_gas: bound(5n, 6n) } },
  { resourceBounds: { ...none, l2_gas: bound(0n, 6n) } },
];
const calls = [
  { contractAddress: '0x99', entrypoint: 'transfer', calldata: ['0x1', 5n, '7'] },
  { contractAddress: '0x98', entrypoint: 'nothing', calldata: [] },
];
const deployments = [
  { classHash: '0x123', salt: '0x5', constructorCalldata: [5, '0x6', 7n] },
  { classHash: 291n, salt: 9, unique: false },
  { classHash: '0x123', salt: '0x5', constructorCalldata: { owner: '0x7', amount: { low: 1, high: 2 } } },
  { classHash: '0x123', salt: '0x5', constructorCalldata: starknet.CallData.compile([1, 2]) },
  [
    { classHash: '0x1', salt: 1 },
    { classHash: '0x2', salt: 2, unique: false, constructorCalldata: ['hello'] },
  ],
  {
    classHash: '0x1',
    salt: 1,
    constructorCalldata: [5],
    abi: [{ type: 'constructor', name: 'constructor', inputs: [{ name: 'a', type: 'core::felt252' }] }],
  },
];

describe.each([
  ['10', starknet],
  ['8', starknet8 as unknown as typeof starknet],
])('with starknet.js %s', (_, peer) => {
  beforeEach(() => providePeer({ starknet: peer }));

  const signers = () => {
    const quick = new peer.Signer(KEY);
    signByKernel(quick, BigInt(KEY) as never);
    return { plain: new peer.Signer(KEY), quick };
  };
  const values = (signature: unknown) => peer.stark.signatureToDecimalArray(signature as never);

  test.each([...variants, ...unusualVariants])('signatures of transactions are the same: %o', async (variant) => {
    const { plain, quick } = signers();
    const byStarknetJs = vi.spyOn(quick, 'signRaw' as never);
    const details = { ...common, ...variant } as never;
    const declaration = { ...common, ...variant, senderAddress: '0x77', classHash: '0x1', compiledClassHash: '0x2' };
    const deployment = {
      ...common,
      ...variant,
      contractAddress: '0x77',
      classHash: '0x1',
      addressSalt: 3,
      constructorCalldata: { owner: '0x5', list: [1, 2] },
    };
    expect(values(await quick.signTransaction(calls, details))).toEqual(
      values(await plain.signTransaction(calls, details)),
    );
    expect(values(await quick.signDeclareTransaction(declaration as never))).toEqual(
      values(await plain.signDeclareTransaction(declaration as never)),
    );
    expect(values(await quick.signDeployAccountTransaction(deployment as never))).toEqual(
      values(await plain.signDeployAccountTransaction(deployment as never)),
    );
    expect(byStarknetJs).toHaveBeenCalledTimes(unusualVariants.includes(variant) ? 3 : 0);
  });

  test('calldata of Cairo 0 is signed as it is sent', async () => {
    const { plain, quick } = signers();
    const details = { ...common, cairoVersion: '0' } as never;
    expect(values(await quick.signTransaction(calls, details))).toEqual(
      values(await plain.signTransaction(calls, details)),
    );
  });

  test('what cannot be signed is an error of starknet.js', async () => {
    const { plain, quick } = signers();
    const details = { ...common, version: '0x1' } as never;
    const message = await plain.signTransaction(calls, details).catch((error) => error.message);
    await expect(quick.signTransaction(calls, details)).rejects.toThrow(message);
  });

  test.each(deployments.map((each) => [each]))('addresses and calls of deployments are the same: %o', (deployment) => {
    const expected = new peer.Deployer().buildDeployerCall(deployment as never, common.walletAddress);
    const byStarknetJs = vi.spyOn(peer.Deployer.prototype, 'buildDeployerCall');
    expect(kernelDeployer()!.buildDeployerCall(deployment as never, common.walletAddress)).toEqual(expected);
    expect(byStarknetJs).toHaveBeenCalledTimes('abi' in deployment ? 1 : 0);
    byStarknetJs.mockRestore();
  });

  test('a deployment without a salt gets another address every time', () => {
    const address = () => kernelDeployer()!.buildDeployerCall({ classHash: '0x1' }, '0x5').addresses[0];
    expect(address()).not.toBe(address());
  });
});

test('a detail that is not known is left to starknet.js', async () => {
  providePeer({ starknet });
  const quick = new starknet.Signer(KEY);
  signByKernel(quick, BigInt(KEY) as never);
  const byStarknetJs = vi.spyOn(quick, 'signRaw' as never);
  await quick.signTransaction(calls, { ...common, later: undefined } as never);
  expect(byStarknetJs).not.toHaveBeenCalled();
  await quick.signTransaction(calls, { ...common, later: '0x1' } as never);
  expect(byStarknetJs).toHaveBeenCalledOnce();
});

test('proof facts are signed', async () => {
  providePeer({ starknet });
  const quick = new starknet.Signer(KEY);
  signByKernel(quick, BigInt(KEY) as never);
  const details = { ...common, proofFacts: ['0x1', '0x2'], proof: 'AQID' } as never;
  const [own, theirs] = await Promise.all(
    [quick, new starknet.Signer(KEY)].map((signer) => signer.signTransaction(calls, details)),
  );
  expect(starknet.stark.signatureToDecimalArray(own!)).toEqual(starknet.stark.signatureToDecimalArray(theirs!));
});
