import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import type { Node } from '../../src/chain/node.ts';
import { writeJson } from '../../src/json/writeJson.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import fc from '../support/properties.ts';

let node: Node;
let hub: Hub;
const surprises: string[] = [];

beforeAll(async () => {
  node = await createBundledNode({
    ...defaultConfig,
    seed: 1,
    accounts: 2,
    journal: true,
    stateArchiveCapacity: 'full',
  });
  hub = new Hub(node, {
    surprise: (error, method) => surprises.push(`${method}: ${error instanceof Error ? error.stack : String(error)}`),
  });
  await ask('devnet_mint', { address: '0x1', amount: 5 });
});
afterAll(() => node.close());

async function ask(method: string, params: unknown): Promise<{ result?: unknown; error?: { code: number } }> {
  return JSON.parse(await answerText(writeJson({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher));
}

const hexOf = (value: bigint) => `0x${value.toString(16)}`;

/** Parameters that are mostly valid, so that requests get past the decoders and into the chain. */
function request() {
  const known = [...node.accounts.map(({ address }) => hexOf(address)), hexOf(node.system.strkAddress), '0x1', '0x0'];
  const odd = fc.constantFrom<unknown>(
    '0x800000000000000000000000000000000000000000000000000000000000000',
    null,
    '',
    -1,
    {},
  );
  const address = fc.oneof({ weight: 9, arbitrary: fc.constantFrom<unknown>(...known) }, { weight: 1, arbitrary: odd });
  const hash = fc.constantFrom<unknown>(
    hexOf(node.chain.latest.hash),
    ...node.chain.latest.transactions.map((each) => hexOf(each.hash)),
    '0x5',
  );
  const block = fc.oneof(
    fc.constantFrom<unknown>(
      'latest',
      'pre_confirmed',
      'l1_accepted',
      { block_number: 0 },
      { block_number: 1 },
      { block_number: 99 },
    ),
    hash.map((each) => ({ block_hash: each })),
  );
  const felts = fc.array(fc.oneof(address, fc.bigInt({ min: 0n, max: 2n ** 251n }).map(hexOf)), { maxLength: 4 });
  const selector = fc.constantFrom(
    '0x15d40a3d6ca2ac30f4031e42be28da9b056fef9bb7357ac5e85627ee876e5ad', // __execute__
    '0x162da33a4585851fe8d3af3c2a9c60b557814e221e0d4f30ff0b2189d9c7775', // __validate__
    '0x2e4263afad30923c891518314c3c95dbe830a16874e8abc5777a9a20b54c76e', // balanceOf
    '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e', // transfer
    '0x0',
  );
  const amount = fc.constantFrom('0x0', '0x1', '0x5f5e100', '0xffffffffffffffff');
  const bound = fc.record({
    max_amount: amount,
    max_price_per_unit: fc.constantFrom('0x0', '0x3b9aca00', '0xffffffffffffffffffffffffffffffff'),
  });
  const common = {
    version: fc.constantFrom('0x3', '0x100000000000000000000000000000003'),
    signature: felts,
    nonce: fc.constantFrom('0x0', '0x1', '0x7'),
    resource_bounds: fc.record({ l1_gas: bound, l1_data_gas: bound, l2_gas: bound }),
    tip: fc.constantFrom('0x0', '0xffffffffffffffff'),
    paymaster_data: fc.constant([]),
    nonce_data_availability_mode: fc.constantFrom('L1', 'L2'),
    fee_data_availability_mode: fc.constant('L1'),
  };
  const invoke = fc.record(
    {
      type: fc.constant('INVOKE'),
      ...common,
      sender_address: address,
      calldata: felts,
      account_deployment_data: fc.constant([]),
      proof: fc.constantFrom('', 'AAAA'),
      proof_facts: felts,
    },
    {
      requiredKeys: [
        'type',
        'version',
        'signature',
        'nonce',
        'resource_bounds',
        'tip',
        'paymaster_data',
        'nonce_data_availability_mode',
        'fee_data_availability_mode',
        'sender_address',
        'calldata',
        'account_deployment_data',
      ],
    },
  );
  const program = fc.oneof(
    fc.array(
      fc.nat(300).map((each) => hexOf(BigInt(each))),
      { maxLength: 30 },
    ),
    fc
      .array(
        fc.nat(9).map((each) => hexOf(BigInt(each))),
        { maxLength: 12 },
      )
      .map((tail) => ['0x1', '0x7', '0x0', '0x2', '0xb', '0x4', ...tail]),
  );
  const entry = fc.array(fc.record({ selector, function_idx: fc.nat(3) }), { maxLength: 2 });
  const sierra = fc.record({
    sierra_program: program,
    contract_class_version: fc.constant('0.1.0'),
    entry_points_by_type: fc.record({ CONSTRUCTOR: entry, EXTERNAL: entry, L1_HANDLER: entry }),
    abi: fc.constantFrom('[]', ''),
  });
  const declare = fc.record({
    type: fc.constant('DECLARE'),
    ...common,
    sender_address: address,
    compiled_class_hash: hash,
    account_deployment_data: fc.constant([]),
    contract_class: sierra,
  });
  const deploy = fc.record({
    type: fc.constant('DEPLOY_ACCOUNT'),
    ...common,
    contract_address_salt: fc.constantFrom('0x0', '0x1'),
    constructor_calldata: felts,
    class_hash: fc.constantFrom(
      hexOf(node.system.accountClassHash),
      '0x1',
      '0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564',
    ),
  });
  const transaction = fc.oneof(invoke, declare, deploy);
  const flags = fc.subarray(['SKIP_VALIDATE', 'SKIP_FEE_CHARGE', 'RETURN_INITIAL_READS']);
  const event = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.constant(1),
    method: fc.constantFrom('devnet_createBlock', 'devnet_mint', 'starknet_nope'),
    params: fc.constant(null),
  });
  const every = {
    block_id: block,
    starting_block_id: block,
    contract_address: address,
    account_address: address,
    address,
    key: address,
    transaction_hash: hash,
    class_hash: fc.oneof(hash, fc.constant(hexOf(node.system.strkClassHash))),
    index: fc.nat(2),
    request: fc.oneof(
      fc.record({ contract_address: address, entry_point_selector: selector, calldata: felts }),
      fc.array(transaction, { maxLength: 2 }),
    ),
    transactions: fc.array(transaction, { maxLength: 2 }),
    simulation_flags: flags,
    message: fc.record({
      from_address: fc.constant(`0x${'1'.repeat(40)}`),
      to_address: address,
      entry_point_selector: selector,
      payload: felts,
    }),
    filter: fc.record(
      {
        chunk_size: fc.constantFrom(1, 100, 2 ** 40),
        continuation_token: fc.constantFrom('0', '1', '99999999999999999999', 'x'),
        from_block: block,
        to_block: block,
        address,
        keys: fc.array(felts, { maxLength: 2 }),
      },
      { requiredKeys: ['chunk_size'] },
    ),
    invoke_transaction: invoke,
    declare_transaction: declare,
    deploy_account_transaction: deploy,
    transaction,
    time: fc.constantFrom(0, 5, 1_800_000_000, 2 ** 53, 18446744073709551615n),
    generate_block: fc.boolean(),
    amount: fc.constantFrom(0, 5, 10n ** 77n, 10n ** 78n),
    unit: fc.constantFrom('WEI', 'FRI'),
    gas_price_wei: fc.constantFrom(1, 2n ** 127n),
    l2_gas_price_fri: fc.constantFrom(1, 2n ** 120n),
    snapshot_id: fc.constantFrom('0x1', '0x2', '0xffffffffffffffff'),
    events: fc.array(event, { maxLength: 2 }),
    state_diff: fc.record({
      storage_diffs: fc.array(
        fc.record({ address, storage_entries: fc.array(fc.record({ key: address, value: hash }), { maxLength: 2 }) }),
        { maxLength: 2 },
      ),
      nonces: fc.array(fc.record({ contract_address: address, nonce: hash }), { maxLength: 1 }),
      deployed_contracts: fc.array(fc.record({ address: hash, class_hash: hash }), { maxLength: 1 }),
    }),
    classes: fc.array(
      fc.record({
        contract_class: fc.oneof(
          sierra,
          fc.constant({
            program: 'H4sIAAAA',
            entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
            abi: [],
          }),
        ),
      }),
      { maxLength: 1 },
    ),
    l2_contract_address: address,
    entry_point_selector: selector,
    l1_contract_address: address,
    payload: felts,
    paid_fee_on_l1: hash,
    nonce: hash,
    from_address: address,
    to_address: address,
    with_balance: fc.boolean(),
    inline: fc.boolean(),
    dry_run: fc.boolean(),
  }; // prettier-ignore
  return { every };
}

// The parameters of each method, by name.
const takes: Readonly<Record<string, readonly string[]>> = {
  getBlockWithTxHashes: ['block_id'],
  getBlockWithTxs: ['block_id'],
  getBlockWithReceipts: ['block_id'],
  getBlockTransactionCount: ['block_id'],
  getStateUpdate: ['block_id'],
  getStorageAt: ['contract_address', 'key', 'block_id'],
  getStorageProof: ['block_id'],
  getTransactionByHash: ['transaction_hash'],
  getTransactionByBlockIdAndIndex: ['block_id', 'index'],
  getTransactionReceipt: ['transaction_hash'],
  getTransactionStatus: ['transaction_hash'],
  getMessagesStatus: ['transaction_hash'],
  getClass: ['block_id', 'class_hash'],
  getClassHashAt: ['block_id', 'contract_address'],
  getClassAt: ['block_id', 'contract_address'],
  getCompiledCasm: ['class_hash'],
  getNonce: ['block_id', 'contract_address'],
  call: ['request', 'block_id'],
  estimateFee: ['request', 'simulation_flags', 'block_id'],
  estimateMessageFee: ['message', 'block_id'],
  simulateTransactions: ['block_id', 'transactions', 'simulation_flags'],
  traceTransaction: ['transaction_hash'],
  traceBlockTransactions: ['block_id'],
  getEvents: ['filter'],
  addInvokeTransaction: ['invoke_transaction'],
  addDeclareTransaction: ['declare_transaction'],
  addDeployAccountTransaction: ['deploy_account_transaction'],
  proveTransaction: ['block_id', 'transaction'],
  abortBlocks: ['starting_block_id'],
  acceptOnL1: ['starting_block_id'],
  applyStateDiff: ['state_diff', 'classes'],
  impersonateAccount: ['account_address'],
  stopImpersonateAccount: ['account_address'],
  increaseTime: ['time'],
  setTime: ['time', 'generate_block'],
  mint: ['address', 'amount', 'unit'],
  setGasPrice: ['gas_price_wei', 'l2_gas_price_fri', 'generate_block'],
  revert: ['snapshot_id'],
  load: ['events'],
  dump: ['inline'],
  getAccountBalance: ['address', 'unit', 'block_id'],
  getPredeployedAccounts: ['with_balance'],
  postmanFlush: ['dry_run'],
  postmanConsumeMessageFromL2: ['from_address', 'to_address', 'payload'],
  postmanSendMessageToL2: [
    'l2_contract_address',
    'entry_point_selector',
    'l1_contract_address',
    'payload',
    'paid_fee_on_l1',
    'nonce',
  ],
}; // prettier-ignore

test('no request, however unusual, causes an internal error', async () => {
  const names = [...methods.values()]
    .filter(({ name, kind }) => kind !== 'subscription' && name !== 'postmanLoad')
    .map(({ name }) => name);
  const outcomes = new Map<string, number>();
  const { every } = request();
  const anyCall = fc
    .constantFrom(...names)
    .chain((name) =>
      fc.tuple(
        fc.constant(name),
        fc.record(Object.fromEntries((takes[name] ?? []).map((key) => [key, every[key as keyof typeof every]]))),
      ),
    );
  await fc.assert(
    fc.asyncProperty(anyCall, async ([name, params]) => {
      const prefix = methods.get(name)?.group === 'sandbox' ? 'devnet_' : 'starknet_';
      const { error } = await ask(prefix + name, params);
      const outcome = error ? String(error.code) : 'ok';
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }),
    { numRuns: 1500, endOnFailure: true },
  );
  expect(surprises).toEqual([]);
  // Requests must have reached all parts: there are results and errors of the decoders, the chain and contracts.
  for (const kind of ['ok', '-32602', '-1', '20', '24', '29', '41', '53'])
    expect(outcomes.get(kind), kind).toBeGreaterThan(0);
});
