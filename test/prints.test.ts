import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultConfig } from '../src/chain/config.ts';
import { createBundledNode } from '../src/chain/createBundledNode.ts';
import type { Print } from '../src/chain/run/executor.ts';
import { readClassText } from '../src/classes/readClassText.ts';
import { selectorOf } from '../src/execution/hash/address.ts';
import { type Felt, toFelt } from '../src/felt/felt.ts';
import { answerText } from '../src/rpc/answerText.ts';
import { wholeEdit } from '../src/rpc/editState.ts';
import { Hub } from '../src/sandbox/hub.ts';
import { Log } from '../src/server/log/log.ts';
import { logPrints } from '../src/server/log/logPrints.ts';
import { invoke } from './support/wallet.ts';

const PRINTER = toFelt(0xabc);
const BRANCHING = toFelt(0xb4a);
const TEXT = 'Hello, sandbox!';
/** The text as a ByteArray. */
const CALLDATA = [0n, BigInt(`0x${Buffer.from(TEXT).toString('hex')}`), BigInt(TEXT.length)];

/** A node that collects what contracts print. */
async function printingNode() {
  const printed: string[] = [];
  const dryRuns: boolean[] = [];
  const prints: Parameters<Print>[] = [];
  const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 1 }, undefined, {
    print: (text, isDryRun, by) => {
      prints.push([text, isDryRun, by]);
      printed.push(text);
      dryRuns.push(isDryRun);
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
  return { node, printed, prints, dryRuns, deploy };
}

test('what a contract prints is passed to the listener', async () => {
  const { node, printed, deploy } = await printingNode();
  await deploy('printer', PRINTER);
  const request = {
    contractAddress: PRINTER,
    entryPointSelector: selectorOf('print'),
    calldata: CALLDATA.map((felt) => toFelt(felt)),
  };
  expect(await node.chain.call(request, 'open')).toMatchObject({ kind: 'finished', info: { failed: false } });
  expect(printed).toEqual([`${TEXT}\n`]);
  node.close();
});

test('the log names the contract and the function that printed', async () => {
  const lines: string[] = [];
  const log = new Log({
    format: 'text',
    level: 'info',
    bodies: { request: false, response: false },
    output: (text) => lines.push(text) > 0,
  });
  const { node, prints, deploy } = await printingNode();
  await deploy('printer', PRINTER);
  const request = { contractAddress: PRINTER, entryPointSelector: selectorOf('print') };
  await node.chain.call({ ...request, calldata: CALLDATA.map((felt) => toFelt(felt)) }, 'open');
  const print = logPrints(log, () => node.chain);
  for (const printed of prints) print(...printed);
  log.flush();
  expect(lines.join('')).toMatch(/ INFO print: \[dry run\] Printer\.print: Hello, sandbox!\n$/);
  node.close();
});

test('what a transaction prints is told apart from what its estimate prints', async () => {
  const { node, printed, dryRuns, deploy } = await printingNode();
  await deploy('printer', PRINTER);
  const hub = new Hub(node);
  const { invoke_transaction } = invoke(node.accounts[0]!, 0, { to: PRINTER, entryPoint: 'print', calldata: CALLDATA });
  const ask = (method: string, params: object) =>
    answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher);
  await ask('starknet_estimateFee', { request: [invoke_transaction], simulation_flags: [], block_id: 'pre_confirmed' });
  await ask('starknet_addInvokeTransaction', { invoke_transaction });
  expect(printed).toEqual([`${TEXT}\n`, `${TEXT}\n`]);
  expect(dryRuns).toEqual([true, false]);
  hub.end();
  node.close();
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
