import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { defaultConfig } from '../src/chain/config.ts';
import { createBundledNode } from '../src/chain/createBundledNode.ts';
import { call } from '../src/chain/run/call.ts';
import type { Print } from '../src/chain/run/executor.ts';
import { readClassText } from '../src/classes/readClassText.ts';
import { selectorOf } from '../src/execution/hash/address.ts';
import { type Felt, formatFelt, toFelt } from '../src/felt/felt.ts';
import { keyOf } from '../src/felt/key.ts';
import { answerText } from '../src/rpc/answerText.ts';
import { wholeEdit } from '../src/rpc/editState.ts';
import { Hub } from '../src/sandbox/hub.ts';
import { Log } from '../src/server/log/log.ts';
import { logFailures } from '../src/server/log/logFailures.ts';
import { logPrints } from '../src/server/log/logPrints.ts';
import { observeCalls } from '../src/server/observeCalls.ts';
import { invoke, STRK } from './support/wallet.ts';

const PRINTER = toFelt(0xabc);
const BRANCHING = toFelt(0xb4a);
const TEXT = 'Hello, sandbox!';
/** The text as a ByteArray. */
const CALLDATA = [0n, BigInt(`0x${Buffer.from(TEXT).toString('hex')}`), BigInt(TEXT.length)];

/** A node that collects what contracts print. */
async function printingNode() {
  const printed: string[] = [];
  const prints: Parameters<Print>[] = [];
  const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 1 }, undefined, {
    print: (...print) => {
      prints.push(print);
      printed.push(print[0]);
    },
  });
  const deploy = async (name: string, address: Felt) => {
    const file = new URL(`../contracts/classes/${name}.sierra.json`, import.meta.url);
    const definition = readClassText(readFileSync(file, 'utf8'));
    const { classHash } = await node.compile(definition);
    await node.write((draft) =>
      draft.applyStateEdit({
        ...wholeEdit({ deployed: [{ address, classHash }] }),
        classes: [{ definition, classHash: undefined, compiledClassHash: undefined }],
      }),
    );
  };
  return { node, printed, prints, deploy };
}

test('what a contract prints is passed to the listener', async () => {
  const { node, printed, deploy } = await printingNode();
  await deploy('printer', PRINTER);
  const request = {
    contractAddress: PRINTER,
    entryPointSelector: selectorOf('print'),
    calldata: CALLDATA.map((felt) => keyOf(toFelt(felt))),
  };
  expect(await call(node.chain, request, 'open')).toMatchObject({ kind: 'finished', info: { failed: false } });
  expect(printed).toEqual([`${TEXT}\n`]);
  node.close();
});

describe('the log shows each print once for what the user did:', () => {
  const BAD = { to: BigInt(STRK), entryPoint: 'transfer', calldata: [0x99n, 2n ** 127n, 0n] };
  const PRINTING = { to: PRINTER, entryPoint: 'print', calldata: CALLDATA };

  /** The log of a server with a printing contract, and a function that sends requests. */
  async function loggingHub(level: 'info' | 'debug' = 'info') {
    const lines: string[] = [];
    const bodies = { request: false, response: false };
    const log = new Log({ format: 'text', level, bodies, output: (text) => lines.push(...text.split('\n')) > 0 });
    const { node, prints, deploy } = await printingNode();
    await deploy('printer', PRINTER);
    const hub = new Hub(node, observeCalls(log, undefined));
    logFailures(node, log);
    const print = logPrints(log, () => node.chain);
    const ask = async (method: string, params: object) => {
      await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher);
      for (const printed of prints.splice(0)) print(...printed);
    };
    /** The lines with the printed text, when the log has this line too. */
    const printedWith = (line: string) =>
      vi.waitFor(() => {
        log.flush();
        expect(lines.join('\n')).toContain(line);
        return lines
          .filter((one) => /\bprint[: ]/.test(one) && one.includes(TEXT))
          .map((one) => one.replace(/^\S+Z +/, ''));
      }, 600_000);
    onTestFinished(() => {
      hub.end();
      node.close();
    });
    const signed = (...calls: Parameters<typeof invoke>[2][]) => invoke(node.accounts[0]!, 0, ...calls);
    return { ask, printedWith, signed };
  }

  const estimateOf = ({ invoke_transaction }: ReturnType<typeof invoke>) =>
    [
      'starknet_estimateFee',
      { request: [invoke_transaction], simulation_flags: [], block_id: 'pre_confirmed' },
    ] as const;

  test('a transaction, which its client has estimated before and is traced later', async () => {
    const { ask, printedWith, signed } = await loggingHub();
    const transaction = signed(PRINTING);
    await ask(...estimateOf(transaction));
    await ask('starknet_addInvokeTransaction', transaction);
    await ask('starknet_traceBlockTransactions', { block_id: 'latest' });
    expect(await printedWith('starknet_traceBlockTransactions: ok')).toEqual([`INFO print: Printer.print: ${TEXT}`]);
  });

  test('a call', async () => {
    const { ask, printedWith } = await loggingHub();
    const calldata = CALLDATA.map((felt) => `0x${felt.toString(16)}`);
    const request = {
      contract_address: formatFelt(PRINTER),
      entry_point_selector: formatFelt(selectorOf('print')),
      calldata,
    };
    await ask('starknet_call', { request, block_id: 'pre_confirmed' });
    expect(await printedWith('starknet_call: ok')).toEqual([`INFO print: Printer.print: ${TEXT}`]);
  });

  test('a transaction that reverts, in the tree of its calls', async () => {
    const { ask, printedWith, signed } = await loggingHub();
    await ask('starknet_addInvokeTransaction', signed(PRINTING, BAD));
    expect(await printedWith('The transaction was reverted')).toEqual([expect.stringContaining(`print "${TEXT}"`)]);
  });

  test('an estimate that fails, in the tree of its calls', async () => {
    const { ask, printedWith, signed } = await loggingHub();
    await ask(...estimateOf(signed(PRINTING, BAD)));
    expect(await printedWith('The transaction would be reverted')).toEqual([
      expect.stringContaining(`print "${TEXT}"`),
    ]);
  });

  test('an estimate that succeeds only at level debug, with a mark', async () => {
    const { ask, printedWith, signed } = await loggingHub('debug');
    await ask(...estimateOf(signed(PRINTING)));
    expect(await printedWith('starknet_estimateFee: ok')).toEqual([`DEBUG print: [dry run] Printer.print: ${TEXT}`]);
  });
});

test('an estimate prints once, however often it runs the transaction to find its gas', async () => {
  const { node, printed, deploy } = await printingNode();
  await deploy('printer', PRINTER);
  await deploy('branching', BRANCHING);
  const hub = new Hub(node);
  // The branch that is not taken requires more gas than the transaction uses.
  const calldata = [0n, PRINTER, selectorOf('print'), BigInt(CALLDATA.length), ...CALLDATA];
  const { invoke_transaction } = invoke(node.accounts[0]!, 0, { to: BRANCHING, entryPoint: 'call_or_work', calldata });
  const params = { request: [invoke_transaction], simulation_flags: [], block_id: 'pre_confirmed' };
  const request = { jsonrpc: '2.0', id: 1, method: 'starknet_estimateFee', params };
  const { result } = JSON.parse(await answerText(JSON.stringify(request), hub.dispatcher));
  expect(Number(result[0].l2_gas_consumed)).toBeGreaterThan(2_000_000);
  expect(printed).toEqual([`${TEXT}\n`]);
  hub.end();
  node.close();
});
