import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectorOfName } from '../../src/abi/selector.ts';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { Sandbox, type SandboxError } from '../../src/index.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { RpcError } from '../../src/rpc/rpcError.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { Log } from '../../src/server/log/log.ts';
import { logCall } from '../../src/server/log/logCall.ts';
import { invoke } from '../support/wallet.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const TRANSFER = '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e';

interface Explained {
  readonly status: string;
  readonly reason: string | null;
  readonly text: string;
  readonly calls: readonly Record<string, unknown>[];
}

let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1 });
});
afterAll(() => box.close());

const failureOf = (request: Promise<unknown>) =>
  request.then(
    () => expect.unreachable('it must fail'),
    (error: unknown) => error as SandboxError,
  );

/** More than anybody has. */
const TOO_MUCH = { to: BigInt(STRK), entryPoint: 'transfer', calldata: [0x99n, 10n ** 30n, 0n] };
const call = { contract_address: STRK, entry_point_selector: TRANSFER, calldata: ['0x99', '0x5', '0x0'] };
const plain = (text: string) =>
  text
    .replace(/[\d,]+ (L2 gas|gas)/g, 'N $1')
    .replace(/[\d.]+ STRK/g, 'N STRK')
    .replace(/amount: \d{9,}/g, 'amount: N');

describe('a failing request carries the explanation beside the data of the specification', () => {
  const CULPRIT = "ERC20.transfer at 0x4718…938d panicked with '";

  test('a call', async () => {
    const { code, data, explanation } = await failureOf(
      box.request('starknet_call', { request: call, block_id: 'latest' }),
    );
    expect([code, Object.keys(data as object)]).toEqual([40, ['revert_error', 'explanation']]);
    expect(plain(explanation!)).toMatchInlineSnapshot(`
      "The call failed: ERC20.transfer at 0x4718…938d panicked with 'ERC20: transfer from 0'.

      ERC20.transfer(recipient: 0x99, amount: 5) panicked: 'ERC20: transfer from 0' [N gas]
      "
    `);
  });

  test('an estimate', async () => {
    const request = [invoke(box.accounts[0]!, 0, TOO_MUCH).invoke_transaction];
    const { code, data, explanation } = await failureOf(
      box.request('starknet_estimateFee', { request, simulation_flags: [], block_id: 'latest' }),
    );
    expect(code).toBe(41);
    expect(data).toMatchObject({ transaction_index: 0, execution_error: expect.anything() });
    expect(explanation).toContain(`The transaction would be reverted: ${CULPRIT}`);
    expect(explanation).toContain('└─ ERC20.transfer(recipient: 0x99, amount: 1000000000000000000000000000000)');
  });

  test('a simulation whose second transaction is refused', async () => {
    const { invoke_transaction: first } = invoke(box.accounts[0]!, 0, { ...TOO_MUCH, calldata: [0x99n, 1n, 0n] });
    const transactions = [first, { ...first, nonce: '0x1' }];
    const { data, explanation } = await failureOf(
      box.request('starknet_simulateTransactions', { transactions, simulation_flags: [], block_id: 'latest' }),
    );
    // The nonce is signed.
    expect(data).toMatchObject({ transaction_index: 1 });
    expect(explanation).toContain('The transaction would be rejected: ');
    expect(explanation).toContain('.__validate__ at ');
  });

  test('a transaction that its account refuses: the data of the specification is a text, so the log and the library have it', async () => {
    const { invoke_transaction } = invoke(box.accounts[0]!, 0, { ...TOO_MUCH, calldata: [0x99n, 1n, 0n] });
    const forged = { ...invoke_transaction, signature: ['0x1', '0x2'] };
    const reports: RpcError[] = [];
    const node = await createBundledNode({ ...defaultConfig, seed: 7, accounts: 1 });
    const hub = new Hub(node, { report: ({ error }) => error && reports.push(error) });
    const params = { invoke_transaction: forged };
    const request = { jsonrpc: '2.0', id: 1, method: 'starknet_addInvokeTransaction', params };
    await answerText(JSON.stringify(request), hub.dispatcher);
    hub.end();
    node.close();
    expect(reports).toMatchObject([{ code: 55, data: expect.any(String) }]);
    expect(reports[0]!.explanation?.text(false)).toMatch(
      /^The transaction was rejected: Account\.__validate__ at 0x[\w…]+ panicked with 'Account: invalid signature'\./,
    );
    const stranger = { ...box.accounts[0]!, privateKey: '0x5' as const };
    const { code, explanation } = await failureOf(box.execute({ to: STRK, entryPoint: 'symbol' }, { from: stranger }));
    expect(code).toBe(55);
    expect(explanation).toContain('validate: Account.__validate__(…) panicked');
    const estimate = { request: [forged], simulation_flags: [], block_id: 'latest' };
    const estimated = await failureOf(box.request('starknet_estimateFee', estimate as never));
    expect(estimated.data).toMatchObject({ execution_error: expect.stringContaining('Account validation failed') });
    expect(estimated.explanation).toContain('validate: Account.__validate__(…) panicked');
  });

  test('a message from L1 to a contract without its handler', async () => {
    const message = {
      from_address: `0x${'1'.padStart(40, '0')}`,
      to_address: STRK,
      entry_point_selector: '0x5',
      payload: [],
    };
    const { code, explanation } = await failureOf(
      box.request('starknet_estimateMessageFee', { message, block_id: 'latest' }),
    );
    expect(code).toBe(40);
    expect(explanation).toContain('L1 handler: ERC20.0x5(0x1)');
    expect(explanation).toMatch(/ERC20 at 0x4718\S* has no handler of messages from L1 with the selector 0x5\./);
    // An account is one, whatever a message wants of it.
    const toAccount = { ...message, to_address: box.accounts[0]!.address };
    const selector = `0x${selectorOfName('__execute__').toString(16)}`;
    const refused = await failureOf(
      box.request('starknet_estimateMessageFee', {
        message: { ...toAccount, entry_point_selector: selector },
        block_id: 'latest',
      }),
    );
    expect(refused.explanation).toMatch(/Account at \S+ has no handler of messages from L1 __execute__\./);
  });
});

describe('explanations can be asked for', () => {
  test('for a call', async () => {
    const told = await box.request<Explained>('sandbox_explainCall', { request: call, block_id: 'latest' });
    expect(told).toMatchObject({
      status: 'REVERTED',
      calls: [
        {
          phase: null,
          contract_name: 'ERC20',
          function_name: 'transfer',
          arguments: { recipient: '0x99', amount: '5' },
          text: 'transfer(recipient: 0x99, amount: 5)',
        },
      ],
    });
    const text = await box.explainCall({ to: STRK, entryPoint: 'symbol' });
    expect(plain(text)).toBe(`The call succeeded.\n\nERC20.symbol() → "STRK" [N gas]\n\nContracts:\n  ERC20 ${STRK}\n`);
    await expect(box.explainCall({ to: '0x123', entryPoint: 'symbol' })).rejects.toMatchObject({ code: 20 });
  });

  test('for an estimate', async () => {
    const { invoke_transaction: good } = invoke(box.accounts[0]!, 0, { ...TOO_MUCH, calldata: [0x99n, 1n, 0n] });
    const { invoke_transaction: bad } = invoke(box.accounts[0]!, 1, TOO_MUCH);
    const { transactions, text } = await box.request<{ transactions: Explained[]; text: string }>(
      'devnet_explainEstimate',
      { request: [good, bad], simulation_flags: [], block_id: 'latest' },
    );
    expect(transactions.map(({ status }) => status)).toEqual(['SUCCEEDED', 'REVERTED']);
    expect(transactions[0]!.calls.map(({ phase }) => phase)).toEqual(['VALIDATE', 'EXECUTE']);
    expect(transactions[0]!.calls[1]!['calls']).toMatchObject([
      {
        result: true,
        sequence: ['EVENT'],
        events: [{ name: 'Transfer', members: { to: '0x99', value: '1' } }],
      },
    ]);
    expect(text).toBe(transactions.map((one) => one.text).join('\n'));
  });

  test('for a hundred calls', async () => {
    const calls = Array.from({ length: 100 }, (_, i) => ({
      to: STRK,
      entryPoint: 'transfer',
      calldata: [0x1000 + i, 1, 0],
    }));
    const { transactionHash } = await box.execute(calls);
    const text = await box.explain(transactionHash);
    expect(text.match(/ERC20\.transfer\(recipient/g)).toHaveLength(101);
  });
});

test('the log shows the explanation of a failed call once, below its line', () => {
  const lines: string[] = [];
  const log = new Log({
    format: 'text',
    level: 'info',
    bodies: { request: false, response: false },
    output: (text) => lines.push(text) > 0,
  });
  const error = new RpcError('contractError', {
    data: { revert_error: 'x', explanation: 'The call failed.\n\nA.b()\n' },
  });
  const method = 'starknet_call';
  logCall(log, {
    method,
    name: method,
    milliseconds: 1,
    error,
    unparsed: false,
    overSocket: false,
    waitMilliseconds: undefined,
    result: undefined,
    node: undefined as never,
  });
  log.flush();
  expect(lines.join('')).toMatch(
    /starknet_call.*error 40[^\n]*\n[^\n]* WARN explain: The call failed\.\n\n {4}A\.b\(\)\n$/,
  );
});

describe('a validation that does not return VALID', () => {
  const REFUSES =
    /^Branching\.__validate__ at 0x[0-9a-f…]+ returned 'NEVER', not 'VALID': the account does not accept the transaction\.$/;
  /** The transaction of an account that signs as usual, and then answers 'NEVER'. */
  const refusedIn = async (own: Sandbox) => {
    const text = readFileSync(new URL('../../contracts/classes/branching.sierra.json', import.meta.url), 'utf8');
    const { address, privateKey, publicKey } = own.accounts[0]!;
    const contractClass = JSON.parse(text.replace('"0x56414c4944"', '"0x4e45564552"'));
    const deployed = await own.deploy(contractClass, [publicKey, false] as never);
    await own.mint(deployed.address, 10n ** 22n);
    return invoke({ address: deployed.address, privateKey }, 0, {
      to: BigInt(STRK),
      entryPoint: 'transfer',
      calldata: [BigInt(address), 1n, 0n],
    }).invoke_transaction;
  };
  let own: Sandbox;
  let request: Awaited<ReturnType<typeof refusedIn>>;
  beforeAll(async () => {
    own = await Sandbox.create({ seed: 7, accounts: 1 });
    request = await refusedIn(own);
  });
  afterAll(() => own?.close());

  const reasonIn = (explanation: string | undefined) =>
    explanation?.split('\n')[0]?.replace(/^The transaction would be rejected: /, '');

  test('is explained in an estimate and in a simulation, with the calls', async () => {
    for (const [method, params] of [
      ['starknet_estimateFee', { request: [request], simulation_flags: [], block_id: 'latest' }],
      ['starknet_simulateTransactions', { transactions: [request], simulation_flags: [], block_id: 'latest' }],
    ] as const) {
      const { code, data, explanation } = await failureOf(own.request(method, params as never));
      expect(code).toBe(41);
      expect((data as { execution_error: string }).execution_error).toContain(
        'should return `VALID`. Got Retdata([0x4e45564552])',
      );
      expect(reasonIn(explanation)).toMatch(REFUSES);
      expect(explanation).toContain("validate: Branching.__validate__(…) → 0x4e45564552 ('NEVER') (not 'VALID')");
    }
  });

  test('is named plainly to the one who sends it', async () => {
    const { code, message, data } = await failureOf(
      own.request('starknet_addInvokeTransaction', { invoke_transaction: request }),
    );
    expect(code).toBe(-1);
    expect(message).toContain('The `validate` entry point should return `VALID`. Got Retdata([0x4e45564552]).');
    expect(message).not.toContain('Message(');
    // The help, apart from what the reference answers.
    expect(data).toMatch(REFUSES);
  });

  test('is answered as by the reference, without help, where answers are strict', async () => {
    await using strict = await Sandbox.create({ seed: 7, accounts: 1, strictAnswers: true });
    const refused = { invoke_transaction: await refusedIn(strict) };
    const { code, message, data } = await failureOf(strict.request('starknet_addInvokeTransaction', refused));
    expect(code).toBe(-1);
    expect(message).toContain('Got Retdata([0x4e45564552]).');
    expect(data).toBeUndefined();
  });

  test('is explained by explainEstimate', async () => {
    const params = { request: [request], simulation_flags: [], block_id: 'latest' };
    const answer = await own.request<{ transactions: Explained[] }>('devnet_explainEstimate', params as never);
    const [explained] = answer.transactions;
    expect(explained!.status).toBe('REJECTED');
    expect(explained!.reason).toMatch(REFUSES);
  });
});
