// Three contracts that call each other fail in ten ways. Every explanation names the file and line of each frame.
import { readFileSync } from 'node:fs';
import { type Account, type RpcError as ClientError, hash } from 'starknet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox, type SandboxError } from '../../src/index.ts';
import { compileSierra } from '../../src/sierra/index.ts';
import { account } from '../../src/starknet/index.ts';
import {
  FAILURES,
  type FailureContract,
  FailuresProject,
  failingMulticall,
  WAY_IN,
  type Way,
  wayData,
} from '../support/failures.ts';

const project = new FailuresProject();
afterAll(() => project.remove());
const marks = project.marks();

let box: Sandbox;
let alice: Account;
let shop: string;
let till: string;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2, artifacts: [`${project.folder}/target/dev`] });
  alice = account(box, 0);
  const vault = await deploy('Vault', []);
  till = await deploy('Till', [vault]);
  shop = await deploy('Shop', [till]);
});
afterAll(() => box.close());

/** Declares and deploys as clients do: without debug information. */
async function deploy(name: FailureContract, constructorCalldata: string[]): Promise<string> {
  const contract = JSON.parse(readFileSync(project.classFile(name), 'utf8'));
  // starknet.js takes seconds to compute these.
  const { classHash, compiledClassHash } = compileSierra(contract);
  const { class_hash } = await alice.declare({ contract, classHash, compiledClassHash });
  const { contract_address } = await alice.deployContract({
    classHash: class_hash,
    constructorCalldata,
    unique: false,
    salt: '0x1',
  });
  return contract_address as string;
}

interface Explained {
  readonly status: string;
  readonly text: string;
  readonly stack: readonly {
    file: string | null;
    line: number | null;
    is_core: boolean;
    function_name: string | null;
    source: { first_line: number; lines: string[]; is_changed: boolean } | null;
  }[];
}

const BOUNDS = { max_amount: 100_000n, max_price_per_unit: 10n ** 12n };
const GAS = { max_amount: 60_000_000n, max_price_per_unit: 10n ** 12n };
const resourceBounds = { l1_gas: BOUNDS, l1_data_gas: BOUNDS, l2_gas: GAS };

async function sent(...calls: { contractAddress: string; entrypoint: string; calldata: (number | string)[] }[]) {
  const { transaction_hash } = await alice.execute(calls, { resourceBounds, tip: 0n });
  return box.request<Explained>('devnet_explainTransaction', { transaction_hash });
}

const fail = (way: Way) => ({ contractAddress: shop, entrypoint: 'fail', calldata: wayData(way) });

/** The user's own lines in a stack. */
const linesOf = ({ stack }: Explained) =>
  stack.filter(({ is_core }) => !is_core).map(({ file, line }) => `${file?.replace(`${project.folder}/`, '')}:${line}`);

/** The lines that have these marks. */
const marked = (...names: string[]) =>
  names.map((name) => marks.get(name) ?? expect.unreachable(`there is no mark '${name}' in the sources`));

/** The marks in the source lines of the user's own frames. */
const marksIn = ({ stack }: Explained) =>
  stack
    .filter(({ is_core }) => !is_core)
    .map(({ line, source }) => /\/\/ (.*)$/.exec(source?.lines[line! - source.first_line] ?? '')?.[1]);

describe('a failure three contracts deep is explained with the file and line of every frame', () => {
  test.each(FAILURES)('%s', async (way, reason, own) => {
    const explained = await sent(fail(way));
    expect(explained.status).toBe('REVERTED');
    expect(explained.text.split('\n')[0]).toContain(reason);
    expect(linesOf(explained)).toEqual(marked(...own, ...WAY_IN));
    expect(marksIn(explained)).toEqual([...own, ...WAY_IN]);
    expect(project.plain(explained.text)).toMatchSnapshot();
  });

  test('in a multicall of a contract, inside a multicall of the account', async () => {
    const calldata = failingMulticall(till);
    const multicall = { contractAddress: shop, entrypoint: 'multicall', calldata };
    const explained = await sent(fail('none'), multicall, fail('none'));
    expect(linesOf(explained)).toEqual(
      marked('FAIL: assert', 'VIA: assert', 'VIA: till', 'VIA: multicall', 'VIA: loop'),
    );
    expect(project.plain(explained.text)).toMatchSnapshot();
  });

  test('in a handler of messages from L1', async () => {
    const message = {
      l2_contract_address: shop,
      entry_point_selector: hash.getSelectorFromName('deposit'),
      l1_contract_address: '0x1234',
      payload: wayData('unwrap').map((felt) => `0x${felt.toString(16)}`),
      paid_fee_on_l1: '0x1',
      nonce: '0x0',
    };
    const { transaction_hash } = await box.request('devnet_postmanSendMessageToL2', message);
    const explained = await box.request<Explained>('devnet_explainTransaction', { transaction_hash });
    expect(linesOf(explained)).toEqual(marked('FAIL: unwrap', 'VIA: unwrap', 'VIA: till', 'VIA: handler'));
    expect(project.plain(explained.text)).toMatchSnapshot();
  });

  test('in a constructor that the Universal Deployer calls', async () => {
    const classHash = await box.request('starknet_getClassHashAt', { contract_address: shop, block_id: 'latest' });
    const deployment = alice.deployer.buildDeployerCall(
      { classHash, constructorCalldata: ['0x0'], salt: '0x1' },
      alice.address,
    );
    const explained = await sent(...(deployment.calls as never[]));
    expect(linesOf(explained)).toEqual(marked('FAIL: constructor'));
    expect(project.plain(explained.text)).toMatchSnapshot();
  });
});

describe('starknet.js finds the same in the error of', () => {
  const failureOf = (request: Promise<unknown>) =>
    request.then(
      () => expect.unreachable('it must fail'),
      (error: ClientError) => (error.baseError as { data?: { explanation?: string } }).data!.explanation!,
    );

  test('an estimate', async () => {
    const text = await failureOf(alice.estimateInvokeFee(fail('overflow')));
    for (const place of marked('FAIL: overflow', 'VIA: sum', 'VIA: overflow', ...WAY_IN))
      expect(project.plain(text)).toContain(`(${place}:`);
    expect(project.plain(text)).toMatchSnapshot();
  });

  test('a call', async () => {
    const text = await failureOf(alice.provider.callContract(fail('index')));
    for (const place of marked('FAIL: index', 'VIA: index', ...WAY_IN))
      expect(project.plain(text)).toContain(`(${place}:`);
    expect(text).toMatch(/^The call failed: Vault\.fail at 0x\w+…\w+ panicked with 'Index out of bounds'\.\n/);
  });

  test('a simulation that the account refuses', async () => {
    const stranger = new (alice.constructor as typeof Account)({
      provider: alice.provider,
      address: alice.address,
      signer: '0x5',
    });
    const text = await failureOf(
      stranger.simulateTransaction([{ type: 'INVOKE', ...fail('none') }], { skipValidate: false }),
    );
    expect(text).toContain("Account.__validate__(…) panicked: 'Account: invalid signature'");
  });
});

test('a contract without __execute__ that is impersonated and sends a transaction is named', async () => {
  const own = await box.clone();
  await own.impersonate(till);
  const explained = await own.execute({ to: shop, entryPoint: 'fail', calldata: wayData('none') }, { from: till }).then(
    () => expect.unreachable('it must fail'),
    (error: SandboxError) => error.explanation,
  );
  expect(explained).toMatch(
    / Till at 0x\w+…\w+ is not an account: it has no function __execute__, .* Send from an account\./,
  );
  await own.close();
});

test('explanations at the same time, which all need build output that is not read yet, have the same lines', async () => {
  const { transaction_hash } = await alice.execute([fail('unwrap')], { resourceBounds, tip: 0n });
  const clone = await Sandbox.create({ state: await box.saveState(), artifacts: [`${project.folder}/target/dev`] });
  const explain = () => clone.request<Explained>('devnet_explainTransaction', { transaction_hash });
  const explained = await Promise.all([explain(), explain(), explain()]);
  await clone.close();
  for (const one of explained) expect(linesOf(one)).toEqual(marked('FAIL: unwrap', 'VIA: unwrap', ...WAY_IN));
});

test('the tree has the place of a panic that was caught, beside the stack of the one that was not', async () => {
  const { text, stack } = await sent(fail('caught'));
  const [place] = marked('FAIL: assert');
  expect(project.plain(text)).toMatch(
    new RegExp(`panicked: 'Vault: closed' at Vault::Parts::check_open \\(${place}:\\d+\\)`),
  );
  expect(stack[0]).toMatchObject({ function_name: 'failures::vault::Vault::Parts::try_again' });
});

test('a failure is explained by the file that box.declare was given', async () => {
  const own = await Sandbox.create({ seed: 7, accounts: 1, artifacts: [] });
  const { address } = await own.deploy(project.classFile('Vault'));
  const text = await own.explainCall({ to: address, entryPoint: 'fail', calldata: wayData('panic') });
  expect(project.plain(text)).toContain(`  at Vault::refuse (${marked('FAIL: panic')[0]}:`);
  await own.close();
});

test('without build output only the contracts and functions are named', async () => {
  const bare = await Sandbox.create({ seed: 7, accounts: 1, artifacts: [] });
  const { sierra_program_debug_info: _, ...contract } = JSON.parse(readFileSync(project.classFile('Vault'), 'utf8'));
  const { address } = await bare.deploy(contract);
  const text = await bare.explainCall({ to: address, entryPoint: 'fail', calldata: wayData('panic') });
  expect(text).toMatch(/^The call failed: Vault\.fail at 0x\w+…\w+ panicked with "the vault is closed, code 7"\.\n\n/);
  await bare.close();
  await expect(Sandbox.create({ artifacts: 'target/dev' as never })).rejects.toThrow("invalid value for 'artifacts'");
});
