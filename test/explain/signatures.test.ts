// A signature that does not fit its transaction often fits another one: errors say which.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Account, type RpcError as ClientError, RpcProvider } from 'starknet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { transactionHash } from '../../src/execution/hash/transactionHash.ts';
import { type InvokeV3, unsignedInvoke } from '../../src/execution/transaction.ts';
import { type Felt, feltOfAscii, toFelt } from '../../src/felt/felt.ts';
import { starkPublicKey, starkSign } from '../../src/felt/stark.ts';
import { Sandbox, type SandboxError } from '../../src/index.ts';
import { formatTransaction, type InvokeTransactionV3 } from '../../src/rpc/format/transaction.ts';
import { provider } from '../../src/starknet/index.ts';
import { NO_BOUNDS } from '../support/signedTransactions.ts';
import { skipUnless } from '../support/skipUnless.ts';

const SEPOLIA = feltOfAscii('SN_SEPOLIA');
const OZ = join(import.meta.dirname, '../../../shared/artifacts/account_oz_1_0_0.sierra.json');
const bound = (maxAmount: bigint) => ({ maxAmount, maxPricePerUnit: 10n ** 12n });
const BOUNDS = { l1Gas: bound(1000n), l1DataGas: bound(1000n), l2Gas: bound(60_000_000n) };

let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 4 });
  for (let i = 0; i < 3; i++) await box.strk.write.transfer('0x1', 1n);
});
afterAll(() => box.close());

const failureOf = (request: Promise<unknown>): Promise<SandboxError> =>
  request.then(
    () => expect.unreachable('it must fail'),
    (error: SandboxError) => error,
  );

interface Mistake {
  /** What is signed instead of the transaction. */
  readonly signed?: Partial<InvokeV3>;
  /** What the transaction has, where it is unusual. */
  readonly sent?: Partial<InvokeV3>;
  readonly chain?: Felt;
  /** The index of the account whose key signs. */
  readonly key?: number;
  readonly isSwapped?: boolean;
}

/** A transfer of the first account with a mistake in its signature, as a client sends it. */
function transfer({ signed, sent, chain = SEPOLIA, key = 0, isSwapped }: Mistake, privateKey = keyOf(key)) {
  const transaction = {
    ...unsignedInvoke({
      senderAddress: toFelt(BigInt(box.accounts[0].address)),
      nonce: toFelt(3n),
      resourceBounds: BOUNDS,
      calldata: [1n, BigInt(box.strk.address), selectorOf('transfer'), 3n, 1n, 1n, 0n].map((felt) => toFelt(felt)),
    }),
    ...sent,
  };
  const { r, s } = starkSign(privateKey, transactionHash({ ...transaction, ...signed }, chain));
  const signature = isSwapped ? [s, r] : [r, s];
  const written = formatTransaction({ transaction: { ...transaction, signature }, l1TransactionHash: undefined });
  return written as InvokeTransactionV3;
}

const keyOf = (account: number): Felt => toFelt(BigInt(box.accounts[account]!.privateKey));
const send = (invoke_transaction: InvokeTransactionV3) =>
  box.request('starknet_addInvokeTransaction', { invoke_transaction });

const MISTAKES: readonly (readonly [what: string, mistake: Mistake, words: RegExp])[] = [
  [
    'the chain id of the main network',
    { chain: feltOfAscii('SN_MAIN') },
    /The signature fits this transaction on SN_MAIN; this chain is SN_SEPOLIA: set the client's chain id to 0x534e5f5345504f4c4941\./,
  ],
  ['the chain id of Katana', { chain: feltOfAscii('KATANA') }, /fits this transaction on KATANA; this chain/],
  [
    'the version for estimates',
    { signed: { isQuery: true } },
    /fits version 0x100000000000000000000000000000003, which is only for estimates and simulations; the transaction has version 0x3: sign that one\./,
  ],
  ['the nonce before', { signed: { nonce: toFelt(2n) } }, /fits nonce 2; the transaction has nonce 3/],
  ['nonce 0', { signed: { nonce: toFelt(0n) } }, /fits nonce 0; the transaction has nonce 3/],
  [
    'bounds of zero',
    { signed: { resourceBounds: NO_BOUNDS } },
    /fits resource bounds of zero; the bounds were changed/,
  ],
  [
    'bounds of zero for an estimate',
    { signed: { resourceBounds: NO_BOUNDS, isQuery: true } },
    /fits resource bounds of zero of an estimate; the bounds were changed/,
  ],
  [
    'the bound of L1 gas alone',
    { signed: { resourceBounds: { ...NO_BOUNDS, l1Gas: BOUNDS.l1Gas } } },
    /fits the bound of L1 gas alone/,
  ],
  ['no tip', { sent: { tip: 7n }, signed: { tip: 0n } }, /fits a tip of 0; the transaction has a tip of 7/],
  [
    'another key',
    { key: 3 },
    /fits the key of predeployed account 3, 0x\w+; the sender is 0x\w+: sign with the key of account 0\./,
  ],
  ['two numbers in the wrong order', { isSwapped: true }, /numbers of the signature are in the wrong order/],
];

describe('the signature of a transaction that was signed with', () => {
  test.each(MISTAKES)('%s is recognised', async (_, mistake, words) => {
    const error = await failureOf(send(transfer(mistake)));
    expect(error.code).toBe(55);
    expect(error.data).toMatch(words);
    expect(error.reason).toBe('Account: invalid signature');
    expect(error.message).toMatch(words);
  });

  test('the key of another account is recognised in the library', async () => {
    const from = { address: box.accounts[0].address, privateKey: box.accounts[2].privateKey };
    const { message, explanation } = await failureOf(box.execute(box.strk.populate.transfer('0x1', 1n), { from }));
    for (const text of [message, explanation])
      expect(text).toMatch(
        /fits the key of predeployed account 2, 0x\w+; the sender is 0x\w+: sign with the key of account 0\./,
      );
    expect(message.match(/fits the key/g)).toHaveLength(1);
  });

  test('an unknown key, or another tip, says that nothing usual explains it', async () => {
    const words =
      /Note: The signature does not fit this transaction, .*: check that the private key is that of the sender, and that nothing was changed after signing\.$/;
    for (const wrong of [transfer({}, toFelt(0x1234567n)), transfer({ signed: { tip: 9n } })]) {
      const { data, message } = await failureOf(send(wrong));
      for (const text of [data, message]) expect(text).toMatch(words);
    }
    const from = { address: box.accounts[0].address, privateKey: '0x1234567' } as const;
    const { message } = await failureOf(box.execute(box.strk.populate.transfer('0x1', 1n), { from }));
    expect(message.match(/check that the private key is that of the sender/g)).toHaveLength(1);
  });

  test('nothing at all says that it is missing', async () => {
    const error = await failureOf(send({ ...transfer({}), signature: [] }));
    expect(error.data).toMatch(/\nNote: The transaction has no signature\.$/);
  });

  test('the right key and fields is accepted', async () => {
    const { transaction_hash } = await box
      .clone()
      .request('starknet_addInvokeTransaction', { invoke_transaction: transfer({}) });
    expect(transaction_hash).toMatch(/^0x/);
  });
});

test('estimates and simulations recognise it too', async () => {
  const transactions = [transfer({ chain: feltOfAscii('SN_MAIN') })];
  const block_id = 'latest' as const;
  for (const error of [
    await failureOf(box.request('starknet_estimateFee', { request: transactions, simulation_flags: [], block_id })),
    await failureOf(box.request('starknet_simulateTransactions', { transactions, simulation_flags: [], block_id })),
  ]) {
    expect(error.code).toBe(41);
    expect((error.data as { explanation: string }).explanation).toMatch(/fits this transaction on SN_MAIN/);
    expect(error.message).toMatch(/fits this transaction on SN_MAIN/);
  }
});

test('strict answers have no note', async () => {
  await using own = await Sandbox.create({ seed: 7, accounts: 1, strictAnswers: true });
  const from = { address: own.accounts[0].address, privateKey: '0x1234567' } as const;
  const unsigned = { ...transfer({ sent: { nonce: toFelt(0n) } }), signature: [] };
  const error = await failureOf(own.request('starknet_addInvokeTransaction', { invoke_transaction: unsigned }));
  expect(error.data).toMatch(/\('Account: invalid signature'\)\.\n$/);
  expect((await failureOf(own.execute(own.strk.populate.transfer('0x1', 1n), { from }))).data).toMatch(/\.\n$/);
});

test('starknet.js with another chain id is told over HTTP', async () => {
  const { url } = await box.listen();
  const { address, privateKey } = box.accounts[1];
  const provider = new RpcProvider({ nodeUrl: url, chainId: '0x534e5f4d41494e' as never, blockIdentifier: 'latest' });
  const account = new Account({ provider, address, signer: privateKey });
  const error = await account.execute(box.strk.populate.transfer('0x1', 1n)).then(
    () => expect.unreachable('it must fail'),
    (error: ClientError) => error,
  );
  expect(JSON.stringify(error.baseError)).toMatch(/fits this transaction on SN_MAIN; this chain is SN_SEPOLIA/);
});

test('starknet.js with another chain id, or another key, is told in the process of the sandbox', async () => {
  const { address, privateKey } = box.accounts[1];
  const failure = (rpc: RpcProvider, signer: string) =>
    new Account({ provider: rpc, address, signer }).execute(box.strk.populate.transfer('0x1', 1n)).then(
      () => expect.unreachable('it must fail'),
      ({ message }: Error) => message,
    );
  expect(await failure(provider(box, { chainId: '0x534e5f4d41494e' as never }), privateKey)).toMatch(
    /Account: invalid signature\n\nNote: The signature fits this transaction on SN_MAIN; this chain is SN_SEPOLIA/,
  );
  expect(await failure(provider(box), '0x1234567')).toMatch(/check that the private key is that of the sender/);
});

test('a new account is checked by its own key', async () => {
  const privateKey = toFelt(0x777n);
  const publicKey = starkPublicKey(privateKey);
  const classHash = toFelt(
    BigInt(
      await box.request('starknet_getClassHashAt', { block_id: 'latest', contract_address: box.accounts[0].address }),
    ),
  );
  const { contractAddress } = await import('../../src/execution/hash/address.ts');
  const address = contractAddress(toFelt(0n), toFelt(5n), classHash, [publicKey]);
  await box.mint(`0x${address.toString(16)}`, 10n ** 20n);
  const transaction = {
    type: 'DEPLOY_ACCOUNT',
    version: 3,
    isQuery: false,
    tip: 0n,
    paymasterData: [],
    nonceDataAvailabilityMode: 'L1',
    feeDataAvailabilityMode: 'L1',
    resourceBounds: BOUNDS,
    nonce: toFelt(0n),
    contractAddress: address,
    contractAddressSalt: toFelt(5n),
    constructorCalldata: [publicKey],
    classHash,
  } as const;
  const { r, s } = starkSign(privateKey, transactionHash({ ...transaction, signature: [] }, feltOfAscii('SN_MAIN')));
  const deploy_account_transaction = formatTransaction({
    transaction: { ...transaction, signature: [r, s] },
    l1TransactionHash: undefined,
  }) as never;
  const error = await failureOf(box.request('starknet_addDeployAccountTransaction', { deploy_account_transaction }));
  expect(error.data).toMatch(/fits this transaction on SN_MAIN; this chain is SN_SEPOLIA/);
});

test('accounts of Cairo 0 are asked in their own way', async () => {
  await using own = await Sandbox.create({ seed: 7, accounts: 1, accountClass: 'cairo0' });
  const { address, privateKey } = own.accounts[0];
  const transaction = unsignedInvoke({
    senderAddress: toFelt(BigInt(address)),
    nonce: toFelt(0n),
    resourceBounds: BOUNDS,
    calldata: [0n, 0n].map((felt) => toFelt(felt)),
  });
  const { r, s } = starkSign(toFelt(BigInt(privateKey)), transactionHash(transaction, feltOfAscii('SN_MAIN')));
  const invoke_transaction = formatTransaction({
    transaction: { ...transaction, signature: [r, s] },
    l1TransactionHash: undefined,
  }) as InvokeTransactionV3;
  const error = await failureOf(own.request('starknet_addInvokeTransaction', { invoke_transaction }));
  expect(error.data).toMatch(/fits this transaction on SN_MAIN/);
});

const hasOz = skipUnless(existsSync(OZ), 'the class of OpenZeppelin is not here');
test.runIf(hasOz)("OpenZeppelin's account is asked too", async () => {
  await using own = await Sandbox.create({ seed: 7, accounts: 1 });
  const privateKey = toFelt(0x999n);
  const { address } = await own.deploy(OZ, [starkPublicKey(privateKey)]);
  await own.mint(address, 10n ** 20n);
  const transaction = unsignedInvoke({
    senderAddress: toFelt(BigInt(address)),
    nonce: toFelt(0n),
    resourceBounds: BOUNDS,
    calldata: [toFelt(0n)],
  });
  const { r, s } = starkSign(privateKey, transactionHash(transaction, feltOfAscii('SN_MAIN')));
  const invoke_transaction = formatTransaction({
    transaction: { ...transaction, signature: [r, s] },
    l1TransactionHash: undefined,
  }) as InvokeTransactionV3;
  const error = await failureOf(own.request('starknet_addInvokeTransaction', { invoke_transaction }));
  expect(error.data).toMatch(/fits this transaction on SN_MAIN/);
});
