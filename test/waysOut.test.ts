import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../src/chain/config.ts';
import { createBundledNode } from '../src/chain/createBundledNode.ts';
import { commandHints } from '../src/cli/options/hints.ts';
import { Sandbox } from '../src/index.ts';
import { libraryHints } from '../src/protocol/message.ts';
import { answerText } from '../src/rpc/answerText.ts';
import { Hub } from '../src/sandbox/hub.ts';

const config = { seed: 1, accounts: 1, journal: false, proofMode: 'none' } as const;
const INVOKE = {
  type: 'INVOKE',
  version: '0x3',
  sender_address: '0x1',
  calldata: [],
  signature: [],
  nonce: '0x0',
  resource_bounds: Object.fromEntries(
    ['l1_gas', 'l1_data_gas', 'l2_gas'].map((name) => [name, { max_amount: '0x0', max_price_per_unit: '0x0' }]),
  ),
  tip: '0x0',
  paymaster_data: [],
  account_deployment_data: [],
  nonce_data_availability_mode: 'L1',
  fee_data_availability_mode: 'L1',
};

const MESSAGE = {
  l1_contract_address: `0x${'1'.repeat(40)}`,
  l2_contract_address: '0x1',
  entry_point_selector: '0x1',
  payload: [],
};

describe('an error that names an option names it as its reader can set it', () => {
  let box: Sandbox;
  let hub: Hub;
  beforeAll(async () => {
    box = await Sandbox.create(config);
    hub = new Hub(await createBundledNode({ ...defaultConfig, ...config }), { hints: commandHints });
    await box.blocks.mine();
    await answerText('{"jsonrpc":"2.0","id":1,"method":"devnet_createBlock"}', hub.dispatcher);
  });
  afterAll(() => {
    box.close();
    hub.end();
    hub.node.close();
  });

  test.each([
    [
      'starknet_getNonce',
      [{ block_number: 0 }, '0x1'],
      'No state at block Number(0); consider running with --state-archive-capacity full',
      "No state at block 0; consider running with stateArchiveCapacity: 'full'",
    ],
    [
      'devnet_abortBlocks',
      { starting_block_id: { block_number: 1 } },
      'The abort blocks feature requires state-archive-capacity set to full.',
      "The abort blocks feature requires stateArchiveCapacity: 'full'.",
    ],
    ['devnet_dump', {}, 'Please provide --dump-on mode on startup.', 'Please provide journal: true on startup.'],
    ['devnet_saveState', {}, 'start with --state FILE.', 'call saveState() of the sandbox instead.'],
    ['devnet_mockL1SendMessageToL2', MESSAGE, 'or start with --l1-url mock.', "or start with l1: { url: 'mock' }."],
    [
      'starknet_proveTransaction',
      { block_id: 'latest', transaction: INVOKE },
      'running devnet with "--proof-mode devnet" enables',
      'running devnet with "proofMode: \'devnet\'" enables',
    ],
  ])('%s', async (method, params, served, library) => {
    const answer = JSON.parse(
      await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher),
    );
    expect(answer.error.message).toContain(served);
    await expect(box.request<unknown>(method, params)).rejects.toThrow(library);
  });

  test('the library never names an option of the command line', () => {
    expect(Object.keys(commandHints).sort()).toEqual(Object.keys(libraryHints).sort());
    for (const text of Object.values(libraryHints)) expect(text).not.toMatch(/--[a-z]/);
  });
});
