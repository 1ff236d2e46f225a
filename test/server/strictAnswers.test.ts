import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { compileClass } from '../../src/classes/compileClass.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { Sandbox } from '../../src/index.ts';
import { anvilPath, startAnvil } from '../l1/anvil.ts';
import { isBuilt } from '../support/build.ts';
import { freePort } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';
import { declare, transfer } from '../support/wallet.ts';

const command = join(import.meta.dirname, '../../dist/starknet-devnet.js');

/** The whole answer over HTTP, so that an added member fails the comparison. */
async function post(url: string, method: string, params: unknown = {}): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return response.json();
}

/** The whole answers over one WebSocket. */
async function overSocket(url: string, ...requests: readonly (readonly [string, unknown])[]): Promise<unknown[]> {
  const socket = new WebSocket(url);
  const answers: unknown[] = [];
  await new Promise((resolve) => socket.once('open', resolve));
  for (const [method, params] of requests) {
    const answer = new Promise((resolve) => socket.once('message', (text) => resolve(JSON.parse(String(text)))));
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }));
    answers.push(await answer);
  }
  socket.close();
  return answers;
}

const failure = (code: number, message: string) => ({ jsonrpc: '2.0', id: 0, error: { code, message } });
const NOT_FOUND = failure(-32601, 'Method not found');
const FORBIDDEN = failure(-32604, 'Method forbidden');
const MINT = { address: '0x1', amount: 1 };

describe.runIf(isBuilt)(
  'the command starknet-devnet answers with the members of its namesake and no others (needs dist/)',
  () => {
    let stop: (() => Promise<unknown>) | undefined;
    afterEach(() => stop?.());

    const start = async (...args: string[]) => {
      const port = await freePort();
      const child = spawn(process.execPath, [command, '--port', String(port), '--accounts', '1', ...args]);
      let output = '';
      child.stdout.on('data', (text) => (output += text));
      child.stderr.on('data', (text) => (output += text));
      const ended = once(child, 'close');
      stop = () => {
        child.kill('SIGINT');
        return ended;
      };
      while (!output.includes('listening on')) {
        if (child.exitCode !== null) throw new Error(output);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      return { url: `http://127.0.0.1:${port}`, wsUrl: `ws://127.0.0.1:${port}/ws`, output: () => output };
    };

    test('an unknown method, over HTTP and over a WebSocket', async () => {
      const { url, wsUrl } = await start();
      for (const method of ['invalid_method', 'starknet_specVersion_butWrong', 'devnet_invalid'])
        expect(await post(url, method)).toEqual(NOT_FOUND);
      const names = ['starknet_invalid', 'definitely_invalid', 'devnet_invalid', 'starknet_subscribeInvalid'];
      const answers = await overSocket(wsUrl, ...names.map((name) => [name, {}] as const));
      expect(answers).toEqual(names.map(() => NOT_FOUND));
    });

    test('a method of the default list of restricted ones', async () => {
      const { url } = await start('--restrictive-mode');
      expect(await post(url, 'devnet_mint', MINT)).toEqual(FORBIDDEN);
    });

    test('a method that the user restricted, over HTTP and over a WebSocket', async () => {
      const { url, wsUrl } = await start('--restrictive-mode', 'devnet_load', 'devnet_mint');
      expect(await post(url, 'devnet_mint', MINT)).toEqual(FORBIDDEN);
      expect(await overSocket(wsUrl, ['devnet_mint', { ...MINT, unit: 'FRI' }])).toEqual([FORBIDDEN]);
    });

    test.runIf(skipUnless(anvilPath !== undefined, 'the package @foundry-rs/anvil has no program for this system'))(
      'an L1 contract that does not exist',
      async () => {
        const anvil = await startAnvil();
        const { url } = await start();
        const address = '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512';
        const params = { network_url: anvil.url, messaging_contract_address: address };
        expect(await post(url, 'devnet_postmanLoad', params)).toEqual(
          failure(-1, `Alloy error: The specified address (${address}) contains no contract.`),
        );
        anvil.stop();
      },
    );

    test('a path and its boxes alike, the names of Starbox with help, and with --strict-answers false everything', async () => {
      const { url } = await start();
      const { result } = (await post(url, 'devnet_createBox')) as { result: { path: string } };
      expect(await post(`${url}${result.path}`, 'starknet_invalid')).toEqual(NOT_FOUND);
      expect(await post(url, 'chain_call')).toHaveProperty('error.code', -32602);
      const params = ['latest', '0x999'];
      expect(await post(url, 'starknet_getNonce', params)).toEqual(failure(20, 'Contract not found'));
      expect(await post(url, 'chain_getNonce', params)).toHaveProperty('error.data', expect.stringContaining('0x999'));
      expect(await post(url, 'sandbox_mnt')).toHaveProperty(
        'error.data',
        expect.stringContaining('mean sandbox_mint?'),
      );
      await stop!();
      const loose = await start('--strict-answers', 'false');
      expect(await post(loose.url, 'starknet_getNonce', params)).toHaveProperty('error.data');
    });

    test('the log says what the answer does not', async () => {
      const { url, output } = await start();
      await post(url, 'starknet_getNonce', ['latest', '0x999']);
      await stop!();
      expect(output()).toMatch(/starknet_getNonce: error 20 Contract not found: There is no contract at 0x999/);
    });
  },
);

describe('strictAnswers of the library', () => {
  const file = readFileSync(new URL('../../contracts/classes/blake.sierra.json', import.meta.url), 'utf8');
  let box: Sandbox;
  beforeAll(async () => {
    box = await Sandbox.create({ seed: 3, accounts: 1, strictAnswers: true });
  });
  afterAll(() => box.close());

  const answer = async (method: string, params: unknown, from = box) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params });
    return (await from.fetch('http://box', { body })).json();
  };

  test('a declaration with too low a price is refused with a code and a message, as clients compare it', async () => {
    const { declare_transaction } = declare(box.accounts[0]!, 0, JSON.parse(file), compileClass(readClassText(file)));
    const price = { max_amount: '0x3e8', max_price_per_unit: '0x9' };
    const params = {
      declare_transaction: {
        ...declare_transaction,
        resource_bounds: { l1_gas: { ...price, max_amount: '0x0' }, l1_data_gas: price, l2_gas: price },
      },
    };
    expect(await answer('starknet_addDeclareTransaction', params)).toEqual(
      failure(53, "The transaction's resources don't cover validation or the minimal transaction fee"),
    );
  });

  test('a failed call has the errors of the specification alone, and its clones answer the same', async () => {
    const { invoke_transaction } = transfer(box.accounts[0]!, 0, 0x77n, 10n ** 30n);
    const params = { request: [{ ...invoke_transaction }], simulation_flags: ['SKIP_VALIDATE'], block_id: 'latest' };
    const copy = box.clone();
    for (const from of [box, copy]) {
      const { error } = (await answer('starknet_estimateFee', params, from)) as { error: { data: object } };
      expect(Object.keys(error)).toEqual(['code', 'message', 'data']);
      expect(Object.keys(error.data)).toEqual(['transaction_index', 'execution_error']);
    }
    await copy.close();
  });

  test('an error of the library has the data of the answer, and says the rest in its message', async () => {
    const params = { block_id: 'latest', contract_address: '0x999' } as const;
    const error = await box.request('starknet_getNonce', params).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 20, data: undefined });
    expect((error as Error).message).toContain('There is no contract at 0x999 in the latest block.');
  });

  test('a value that is neither true nor false is refused', async () => {
    await expect(Sandbox.create({ strictAnswers: 'yes' as never })).rejects.toThrow(
      "invalid value for 'strictAnswers': expected true or false",
    );
  });
});
