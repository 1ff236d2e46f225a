import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileClass } from '../../src/classes/compileClass.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { contractAddress } from '../../src/execution/hash/address.ts';
import { formatFelt, toFelt } from '../../src/felt/felt.ts';
import { Sandbox } from '../../src/index.ts';
import { compiledClassHashPoseidon } from '../../src/sierra/hash/compiledClassHash.ts';
import { outcome } from '../support/fork/chains.ts';
import { declare, transfer } from '../support/wallet.ts';

const file = readFileSync(new URL('../../contracts/classes/blake.sierra.json', import.meta.url), 'utf8');
const { classHash, compiledClassHash, casm } = compileClass(readClassText(file));
let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 3, accounts: 1 });
});
afterAll(() => box.close());

const estimate = (request: readonly object[], simulation_flags: readonly string[] = []) =>
  outcome(box, 'starknet_estimateFee', { request, simulation_flags, block_id: 'latest' });
const simulate = (transactions: readonly object[], simulation_flags: readonly string[] = []) =>
  outcome(box, 'starknet_simulateTransactions', { transactions, simulation_flags, block_id: 'latest' });

const digits62 = (hash: bigint) => `0x${hash.toString(16).padStart(62, '0')}`;

test('a declaration with a wrong compiled class hash fails in estimates and simulations as it would when sent', async () => {
  const wrong = declare(box.accounts[0]!, 1, JSON.parse(file), { classHash, compiledClassHash: toFelt(0x123) });
  const before = transfer(box.accounts[0]!, 0, 0x77n);
  const batch = [before.invoke_transaction, wrong.declare_transaction];
  const execution_error =
    `Mismatch compiled class hash for class with hash ${digits62(classHash)}. ` +
    `Actual: 0x${'0'.repeat(59)}123, Expected: ${digits62(compiledClassHash)}`;
  const expected = { code: 41, data: { transaction_index: 1, execution_error } };
  expect(await estimate(batch)).toEqual(expected);
  expect(await estimate(batch, ['SKIP_VALIDATE'])).toEqual(expected);
  expect(await simulate(batch)).toEqual(expected);
  expect(await simulate(batch, ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'])).toEqual(expected);

  // A failed validation or a wrong nonce is reported first.
  const early = declare(box.accounts[0]!, 5, JSON.parse(file), { classHash, compiledClassHash: toFelt(0x123) });
  expect(await estimate([early.declare_transaction])).toMatchObject({
    code: 41,
    data: { execution_error: 'Account transaction nonce is invalid.' },
  });
  const sent = declare(box.accounts[0]!, 0, JSON.parse(file), { classHash, compiledClassHash: toFelt(0x123) });
  expect(await outcome(box, 'starknet_addDeclareTransaction', sent)).toMatchObject({ code: 60 });

  const right = declare(box.accounts[0]!, 1, JSON.parse(file), { classHash, compiledClassHash });
  expect(await estimate([before.invoke_transaction, right.declare_transaction])).toMatchObject({ result: [{}, {}] });
});

test('an account of a class that is not declared fails in estimates with a sentence, in simulations with its frame', async () => {
  const zero = { max_amount: '0x0', max_price_per_unit: '0x0' };
  const deployment = {
    type: 'DEPLOY_ACCOUNT',
    version: '0x3',
    class_hash: '0x99',
    contract_address_salt: '0x1',
    constructor_calldata: ['0x5'],
    nonce: '0x0',
    signature: [],
    resource_bounds: { l1_gas: zero, l1_data_gas: zero, l2_gas: zero },
    tip: '0x0',
    paymaster_data: [],
    nonce_data_availability_mode: 'L1',
    fee_data_availability_mode: 'L1',
  };
  expect(await estimate([deployment])).toEqual({
    code: 41,
    data: {
      transaction_index: 0,
      execution_error: 'No class hash 99 found',
      explanation: 'The class 0x99 of the new account is not declared. Declare it first.',
    },
  });
  const address = contractAddress(toFelt(0), toFelt(1), toFelt(0x99), [toFelt(5)]);
  expect(await simulate([deployment], ['SKIP_FEE_CHARGE'])).toEqual({
    code: 41,
    data: {
      transaction_index: 0,
      execution_error: {
        contract_address: formatFelt(address),
        class_hash: '0x99',
        selector: '0x0',
        error: `Class with hash 0x${'99'.padStart(64, '0')} is not declared.\n`,
      },
      explanation: 'The class 0x99 of the new account is not declared. Declare it first.',
    },
  });
  expect(
    await outcome(box, 'starknet_addDeployAccountTransaction', { deploy_account_transaction: deployment }),
  ).toMatchObject({ code: 53 });
});

/** The data of the error with which sending a transaction is answered. */
const sentData = async (method: string, params: object) =>
  ((await outcome(box, method, params)) as { readonly data: string }).data;

test('a wrong nonce is answered with both nonces, as when the transaction is sent', async () => {
  const early = transfer(box.accounts[0]!, 7, 0x77n);
  const explanation = await sentData('starknet_addInvokeTransaction', early);
  expect(explanation).toContain('Account nonce: 0; got: 7.');
  const execution_error = 'Account transaction nonce is invalid.';
  const data = { transaction_index: 0, execution_error, explanation };
  expect(await estimate([early.invoke_transaction])).toEqual({ code: 41, data });
  expect(await simulate([early.invoke_transaction])).toMatchObject({ code: 41, data: { explanation } });
  const { result } = (await outcome(box, 'devnet_explainEstimate', {
    request: [early.invoke_transaction],
    simulation_flags: [],
    block_id: 'latest',
  })) as { readonly result: { readonly text: string } };
  expect(result.text).toBe(`The transaction would be rejected: ${explanation}\n`);
});

test('a Poseidon hash of the class is named as such, as when the declaration is sent', async () => {
  const old = declare(box.accounts[0]!, 0, JSON.parse(file), {
    classHash,
    compiledClassHash: compiledClassHashPoseidon(casm!),
  });
  const explanation = await sentData('starknet_addDeclareTransaction', old);
  expect(explanation).toMatch(/Poseidon.*BLAKE2s/);
  for (const answer of [await estimate([old.declare_transaction]), await simulate([old.declare_transaction])])
    expect(answer).toMatchObject({ code: 41, data: { transaction_index: 0, explanation } });
});

test('bounds that cannot be used are named in a simulation, as when the transaction is sent', async () => {
  const zero = { max_amount: '0x0', max_price_per_unit: '0x0' };
  const { invoke_transaction: usual } = transfer(box.accounts[0]!, 0, 0x77n);
  const invoke_transaction = { ...usual, resource_bounds: { l1_gas: zero, l1_data_gas: zero, l2_gas: zero } };
  const explanation = await sentData('starknet_addInvokeTransaction', { invoke_transaction });
  expect(await simulate([invoke_transaction])).toMatchObject({ code: 41, data: { explanation } });
});
