// What a dapp gets from starknet.js over HTTP when a transaction fails: the receipt, the error of an estimate, and the explanation.
import { readFileSync } from 'node:fs';
import { Account, type RpcError as ClientError, hash, RpcProvider } from 'starknet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { compileSierra } from '../../src/sierra/index.ts';
import {
  FAILURES,
  type FailureContract,
  FailuresProject,
  failingMulticall,
  WAY_IN,
  type Way,
  wayData,
} from '../support/failures.ts';
import { rpc } from '../support/server.ts';

const project = new FailuresProject();
const marks = project.marks();
let box: Sandbox;
let url: string;
let alice: Account;
let shop: string;
let till: string;

beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1, artifacts: [`${project.folder}/target/dev`] });
  ({ url } = await box.listen());
  const { address, privateKey } = box.accounts[0]!;
  alice = new Account({
    provider: new RpcProvider({ nodeUrl: url, blockIdentifier: 'latest' }),
    address,
    signer: privateKey,
  });
  till = await deploy('Till', [await deploy('Vault', [])]);
  shop = await deploy('Shop', [till]);
});
afterAll(async () => {
  await box.close();
  project.remove();
});

async function deploy(name: FailureContract, constructorCalldata: string[]): Promise<string> {
  const contract = JSON.parse(readFileSync(project.classFile(name), 'utf8'));
  // starknet.js takes seconds to compute these.
  const { classHash, compiledClassHash } = compileSierra(contract);
  const { class_hash } = await alice.declare({ contract, classHash, compiledClassHash });
  const deployed = await alice.deployContract({
    classHash: class_hash,
    constructorCalldata,
    unique: false,
    salt: '0x1',
  });
  return deployed.contract_address as string;
}

const GAS = { max_amount: 100_000n, max_price_per_unit: 10n ** 12n };
const details = {
  resourceBounds: { l1_gas: GAS, l1_data_gas: GAS, l2_gas: { ...GAS, max_amount: 60_000_000n } },
  tip: 0n,
};

interface Frame {
  readonly file: string | null;
  readonly line: number | null;
  readonly is_core: boolean;
}

/** The user's own lines in the stack of a transaction. */
async function linesOf(transactionHash: string): Promise<string[]> {
  const params = { transaction_hash: transactionHash };
  const { stack } = await rpc<{ readonly stack: readonly Frame[] }>(url, 'devnet_explainTransaction', params);
  return stack
    .filter(({ is_core }) => !is_core)
    .map(({ file, line }) => `${file?.replace(`${project.folder}/`, '')}:${line}`);
}

/** The user's own lines in the text of an explanation. */
const linesIn = (text: string): string[] =>
  [...project.plain(text).matchAll(/^ {2}at (?:.*\()?(src\/\w+\.cairo:\d+):\d+\)?$/gm)].map(([, place]) => place!);

const marked = (...names: readonly string[]) =>
  names.map((name) => marks.get(name) ?? expect.unreachable(`there is no mark '${name}' in the sources`));

type Calls = Parameters<Account['execute']>[0];
const fail = (way: Way) => ({ contractAddress: shop, entrypoint: 'fail', calldata: wayData(way) });

/** Sends calls, and also estimates them. All that the client gets must name the lines with these marks. */
async function expectLines(calls: Calls, names: readonly string[]): Promise<string> {
  const { transaction_hash } = await alice.execute(calls, details);
  const receipt = await alice.provider.waitForTransaction(transaction_hash, { retryInterval: 20 });
  expect(receipt.isReverted()).toBe(true);
  expect(await linesOf(transaction_hash)).toEqual(marked(...names));
  const error = await alice.estimateInvokeFee(calls).then(
    () => expect.unreachable('the estimate must fail'),
    (error: ClientError) => error,
  );
  const { data } = error.baseError as unknown as { readonly data: { readonly explanation: string } };
  expect(linesIn(data.explanation)).toEqual(marked(...names));
  return (receipt.value as { readonly revert_reason: string }).revert_reason;
}

describe('with starknet.js over HTTP, file and line of every frame are known for', () => {
  test.each(FAILURES)('%s', async (way, _, own) => {
    const reason = await expectLines(fail(way), [...own, ...WAY_IN]);
    expect(reason).toContain(BigInt(shop).toString(16));
  });

  test('a multicall of a contract, inside a multicall of the account', async () => {
    const calldata = failingMulticall(till);
    await expectLines(
      [fail('none'), { contractAddress: shop, entrypoint: 'multicall', calldata }, fail('none')],
      ['FAIL: assert', 'VIA: assert', 'VIA: till', 'VIA: multicall', 'VIA: loop'],
    );
  });

  test('a handler of messages from L1', async () => {
    const names = ['FAIL: unwrap', 'VIA: unwrap', 'VIA: till', 'VIA: handler'];
    const payload = wayData('unwrap').map((felt) => `0x${felt.toString(16)}`);
    const message = { from_address: '0x1234', to_address: shop, entry_point_selector: 'deposit', payload };
    const error = await alice.provider.estimateMessageFee(message).then(
      () => expect.unreachable('the estimate must fail'),
      (error: ClientError) => error,
    );
    const { data } = error.baseError as unknown as { readonly data: { readonly explanation: string } };
    expect(linesIn(data.explanation)).toEqual(marked(...names));
    const sent = {
      l2_contract_address: shop,
      entry_point_selector: hash.getSelectorFromName('deposit'),
      l1_contract_address: '0x1234',
      payload,
      paid_fee_on_l1: '0x1',
      nonce: '0x0',
    };
    const { transaction_hash } = await rpc<{ transaction_hash: string }>(url, 'devnet_postmanSendMessageToL2', sent);
    const receipt = await alice.provider.waitForTransaction(transaction_hash, { retryInterval: 20 });
    expect(receipt.isReverted()).toBe(true);
    expect(await linesOf(transaction_hash)).toEqual(marked(...names));
  });
});
