import { nextTurn } from '../../src/async/turns.ts';
import type { WatchedFiles } from '../../src/classes/artifactStore.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import type { RpcUsualMethod } from '../../src/rpc/schema.ts';
import { BuildWatcher } from '../../src/sandbox/watch/buildWatcher.ts';
import { STRK } from '../../test/support/wallet.ts';
import type { Examples } from './example.ts';
import { classText, givenClass, L1_CONTRACT, type Story } from './story.ts';

const latest = { block_id: 'latest' } as const;
const recorded = ({ known }: Story) => ({ transaction_hash: known.recorded });
const reverted = ({ known }: Story) => ({ transaction_hash: known.reverted });
const missingTransaction = { transaction_hash: '0x99' } as const;
const inBook = ({ known }: Story) => ({ contract_address: known.book });

const totalMock = (story: Story) => ({
  ...inBook(story),
  entry_point_selector: formatFelt(selectorOf('total')),
  retdata: ['0x2a'],
});
const mockTotal = (story: Story) => story.ask('devnet_mockCall', totalMock(story));

const lostAnswer = { fault: 'answer-lost', method: 'starknet_addInvokeTransaction', at: 1 } as const;
const loseAnswers = (story: Story) => story.ask('devnet_setFaults', { rules: [lostAnswer] });
/** A transaction that waits in the mempool. */
async function queue(story: Story) {
  await story.ask('devnet_setBlockMode', { mode: 'mempool' });
  return story.ask('starknet_addInvokeTransaction', story.recording(5n));
}
/** One that was selected. */
async function select(story: Story): Promise<void> {
  await queue(story);
  await story.ask('devnet_preconfirmTransactions');
}

const snapshot = (story: Story) => story.ask('devnet_snapshot');
const startMessaging = (story: Story) => story.ask('devnet_postmanLoad', { network_url: 'mock' });
const ownMessage = { l1_contract_address: L1_CONTRACT, paid_fee_on_l1: '0x1' } as const;

/** A message waits on each side. */
async function sendBothWays(story: Story): Promise<void> {
  await startMessaging(story);
  await story.ask('devnet_mockL1SendMessageToL2', { ...story.messageFromL1, ...ownMessage });
  await story.messageToL1();
}

/** Builds a contract that is deployed, and then once more with another storage. */
async function buildAgain(story: Story): Promise<void> {
  const name = '/home/you/counter/target/dev/counter_Counter.contract_class.json';
  let built = 'counter_before';
  let changed = (): void => undefined;
  const files: WatchedFiles = {
    list: async () => [{ path: name, stamp: built }],
    read: async () => classText(built),
    watch: (call) => {
      changed = call;
      return () => undefined;
    },
  };
  const classes = [givenClass(classText(built))];
  const { classes: declared } = await story.ask('devnet_applyStateDiff', { state_diff: {}, classes });
  await story.ask('devnet_setClassHash', { contract_address: '0xc0', class_hash: declared[0]!.class_hash });
  await new Promise<void>((resolve, reject) => {
    const reports = { rebuilt: () => resolve(), problem: (text: string) => reject(new Error(text)) };
    BuildWatcher.start({ hub: story.hub, files, reports }).then(() => {
      built = 'counter_after';
      changed();
    }, reject);
  });
}

/** The examples of the methods of the sandbox. One that is missing does not compile. */
export const sandboxExamples: Examples<Extract<RpcUsualMethod, `devnet_${string}`>> = {
  devnet_abortBlocks: {
    params: ({ node }) => ({ starting_block_id: { block_number: node.chain.latest.number } }),
    fails: { starting_block_id: { block_number: 99 } },
  },
  devnet_abortPreconfirmedBlock: { before: select },
  devnet_acceptOnL1: { params: { starting_block_id: 'latest' } },
  devnet_applyStateDiff: {
    params: ({ known }) => ({ state_diff: { nonces: [{ contract_address: known.account.address, nonce: '0x9' }] } }),
    fails: { state_diff: { nonces: [{ contract_address: '0x99', nonce: '0x9' }] } },
  },
  devnet_autoImpersonate: {},
  devnet_cheatBlock: { params: (story) => ({ ...inBook(story), block_number: 1_000_000 }), fails: {} },
  devnet_cheatCaller: { params: (story) => ({ ...inBook(story), caller_address: '0x77', calls: 1 }) },
  devnet_clearMempool: { before: queue },
  devnet_compareStates: {
    params: ({ node }) => ({ before: { block_id: { block_number: node.chain.latest.number - 2 } } }),
  },
  devnet_createBlock: {},
  devnet_createBox: {},
  devnet_deal: { params: { token: STRK, address: '0x77', amount: 5 } },
  devnet_debugEstimate: {
    params: (story) => ({
      ...latest,
      request: [story.recording(13n).invoke_transaction],
      simulation_flags: [],
      move: 'continue',
      break_on: ['panic'],
    }),
  },
  devnet_debugTransaction: { params: (story) => ({ ...recorded(story), move: 'in' }), fails: missingTransaction },
  devnet_dropBox: { params: async (story) => ({ box_id: (await story.ask('devnet_createBox')).box_id }) },
  devnet_dropSnapshot: { params: async (story) => ({ snapshot_id: await snapshot(story) }) },
  devnet_dump: { params: { inline: true } },
  devnet_explainCall: { params: (story) => ({ ...latest, request: story.calling(13n) }) },
  devnet_explainEstimate: {
    params: (story) => ({ ...latest, request: [story.recording(13n).invoke_transaction], simulation_flags: [] }),
  },
  devnet_explainTransaction: { params: reverted, fails: missingTransaction },
  devnet_exportTransaction: { params: recorded, fails: missingTransaction, alone: true },
  devnet_findEvents: { params: { limit: 1 } },
  devnet_fork: { params: { url: 'http://127.0.0.1:5051/' }, fails: {} },
  devnet_freezeTime: { params: { frozen: true } },
  devnet_getAccountBalance: { params: ({ known }) => ({ address: known.account.address }) },
  devnet_getBlocks: { params: { limit: 1 } },
  devnet_getBoxes: { before: (story) => story.ask('devnet_createBox') },
  devnet_getCheats: { before: mockTotal },
  devnet_getClasses: { params: { limit: 1 } },
  devnet_getConfig: {},
  devnet_getContracts: { params: { limit: 1 } },
  devnet_getCoverage: { alone: true },
  devnet_getFaults: { before: loseAnswers },
  devnet_getGasReport: { alone: true },
  devnet_getL1Messages: { before: sendBothWays, params: { page_size: 1 } },
  devnet_getMarket: {},
  devnet_getMempool: { before: queue },
  devnet_getNames: { params: ({ known }) => ({ addresses: [known.account.address] }) },
  devnet_getOverview: {},
  devnet_getPredeployedAccounts: { params: { with_balance: true } },
  devnet_getSnapshots: { before: snapshot },
  devnet_getStatus: {},
  devnet_getStorageTree: { params: inBook },
  devnet_getStorageWriters: { params: (story) => ({ ...inBook(story), key: 'total' }) },
  devnet_getTransactions: { params: { limit: 1 } },
  devnet_impersonateAccount: { params: { account_address: '0x77' } },
  devnet_increaseTime: { params: { time: 3600 } },
  devnet_load: {
    params: { events: [{ jsonrpc: '2.0', id: 0, method: 'devnet_createBlock', params: {} }] },
    fails: { events: [{ jsonrpc: '2.0', id: 0, method: 'devnet_noSuchMethod', params: {} }] },
  },
  devnet_mine: { params: { blocks: 2, seconds: 60 } },
  devnet_mint: { params: { address: '0x77', amount: 1000, unit: 'FRI' } },
  devnet_mockCall: { params: totalMock },
  devnet_mockL1ConsumeMessageFromL2: {
    before: startMessaging,
    params: async (story) => {
      const message = await story.messageToL1();
      await story.ask('devnet_postmanFlush');
      return message;
    },
  },
  devnet_mockL1SendMessageToL2: {
    before: startMessaging,
    params: (story) => ({ ...story.messageFromL1, ...ownMessage }),
  },
  devnet_nameSnapshot: { params: async (story) => ({ snapshot_id: await snapshot(story), name: 'before the sale' }) },
  devnet_postmanConsumeMessageFromL2: {
    params: (story) => story.messageToL1(),
    fails: { from_address: '0x99', to_address: '0x1234', payload: [] },
  },
  devnet_postmanFlush: { before: sendBothWays },
  devnet_postmanLoad: { params: { network_url: 'mock' } },
  devnet_postmanSendMessageToL2: { params: (story) => ({ ...story.messageFromL1, ...ownMessage, nonce: '0x0' }) },
  devnet_preconfirmTransactions: { before: queue, fails: { max_transactions: 0 } },
  devnet_profileCall: { params: (story) => ({ ...latest, request: story.calling(7n) }) },
  devnet_profileTransaction: { params: recorded, fails: missingTransaction },
  devnet_reorganise: { before: (story) => story.ask('devnet_mine', { blocks: 2 }), params: { blocks: 2 } },
  devnet_removeFromMempool: { params: queue, fails: missingTransaction },
  devnet_restart: {},
  devnet_restore: {
    params: ({ node }) => ({ block_id: { block_number: node.chain.latest.number - 1 } }),
    fails: { block_id: { block_number: 99 } },
  },
  devnet_revert: { params: async (story) => ({ snapshot_id: await snapshot(story) }) },
  // Its size depends on how Node.js compresses.
  devnet_saveState: { params: { path: 'chain.state' }, varies: ['bytes'], fails: {} },
  devnet_search: { params: { text: 'account 0' } },
  devnet_sealBlock: { before: select },
  devnet_setBlockMode: { params: { mode: 'demand' } },
  devnet_setClassHash: { params: ({ known }) => ({ contract_address: '0xabc', class_hash: known.bookClass }) },
  devnet_setFaults: {
    params: { rules: [lostAnswer, { fault: 'delay', milliseconds: 200, probability: 0.1 }], seed: 7 },
    fails: { rules: [{ fault: 'delay', milliseconds: 200_000 }] },
  },
  devnet_setGasPrice: { params: { l2_gas_price_fri: 2_000_000_000 } },
  devnet_setMempoolConfig: {
    params: { ordering: 'random', random_seed: 42, max_transactions_per_block: 100 },
    fails: { max_transactions_per_block: 0 },
  },
  devnet_setPriceSchedule: {
    params: { schedule: { l1: 'walk:7', l2: { kind: 'eip1559', background_gas: 5_000_000_000 } } },
    fails: { schedule: { l2: 'eip1558' } },
  },
  devnet_setStateSchedule: {
    params: (story) => ({ table: [{ ...inBook(story), variable: 'total', values: [{ block: 120, value: 2000 }] }] }),
    fails: (story) => ({ table: [{ ...inBook(story), variable: 'total', values: [{ block: 1, value: 2000 }] }] }),
  },
  devnet_setNonce: { params: (story) => ({ ...inBook(story), nonce: '0x9' }) },
  devnet_setStorageAt: {
    params: (story) => ({ ...inBook(story), key: 'total', value: 100 }),
    fails: (story) => ({ ...inBook(story), key: 'totl', value: 100 }),
  },
  devnet_setTime: { params: { time: 2_000_000_000 } },
  devnet_snapshot: {},
  devnet_stopAutoImpersonate: {},
  devnet_stopCheat: {
    before: mockTotal,
    params: { cheat_id: 1 },
    fails: { cheat_id: 99 },
  },
  devnet_stopImpersonateAccount: {
    before: (story) => story.ask('devnet_impersonateAccount', { account_address: '0x77' }),
    params: { account_address: '0x77' },
  },
  devnet_subscribeFaults: { causes: (story) => loseAnswers(story).then(nextTurn) },
  devnet_subscribeRebuilds: { causes: buildAgain },
  devnet_traceForCairoTools: { params: recorded, fails: missingTransaction },
};
