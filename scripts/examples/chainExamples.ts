import { ClassLibrary } from '../../src/classes/classLibrary.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { type Felt, formatFelt, toFelt } from '../../src/felt/felt.ts';
import { starkPublicKey } from '../../src/felt/stark.ts';
import type { RpcParams, RpcUsualMethod } from '../../src/rpc/schema.ts';
import { accountAddress, accountDeployment } from '../../test/support/signedTransactions.ts';
import { declare, STRK } from '../../test/support/wallet.ts';
import type { Examples } from './example.ts';
import { classText, L1_CONTRACT, type Story, selector } from './story.ts';

type DeployAccount = Extract<
  RpcParams<'starknet_addDeployAccountTransaction'>,
  { readonly deploy_account_transaction: unknown }
>['deploy_account_transaction'];

const latest = { block_id: 'latest' } as const;
const missingBlock = { block_id: { block_number: 99 } } as const;

const recorded = ({ known }: Story) => ({ transaction_hash: known.recorded });
const missingTransaction = { transaction_hash: '0x99' } as const;
const book = ({ known }: Story) => ({ ...latest, contract_address: known.book });
const missingContract = { ...latest, contract_address: '0x99' } as const;

const createBlock = (story: Story) => story.ask('devnet_createBlock');
const record = (story: Story) => story.ask('starknet_addInvokeTransaction', story.recording(7n));
const startReceiving = (story: Story) => story.ask('devnet_postmanLoad', { network_url: 'mock' });

/** A declaration that the account signed. */
async function declaration({ known }: Story) {
  const text = classText('counter_before');
  const hashes = await new ClassLibrary().compile(readClassText(text));
  return declare(known.account, known.nonce, JSON.parse(text), hashes);
}

/** A new account with the key 5, and the bounds of its deployment. */
const newAccount = (classHash: Felt) => {
  const constructorCalldata = [starkPublicKey(toFelt(5))];
  const address = accountAddress(classHash, constructorCalldata);
  const bound = (maxAmount: bigint) => ({ maxAmount, maxPricePerUnit: 10n ** 12n });
  const bounds = { l1Gas: bound(1000n), l1DataGas: bound(1000n), l2Gas: bound(10_000_000n) };
  const make = accountDeployment({ address, privateKey: toFelt(5) }, classHash, constructorCalldata);
  return { address: formatFelt(address), deployment: () => make(bounds) };
};

/** The examples of the methods of the chain. One that is missing does not compile. */
export const chainExamples: Examples<Extract<RpcUsualMethod, `starknet_${string}`>> = {
  starknet_addDeclareTransaction: { params: declaration },
  starknet_addDeployAccountTransaction: {
    before: (story) =>
      story.ask('devnet_mint', {
        address: newAccount(story.node.system.accountClassHash).address,
        amount: '100000000000000000000',
      }),
    params: async ({ node }) => ({
      deploy_account_transaction: (await newAccount(node.system.accountClassHash).deployment()) as DeployAccount,
    }),
  },
  starknet_addInvokeTransaction: {
    params: (story) => story.recording(7n),
    fails: (story) => {
      const { invoke_transaction: sent } = story.recording(7n);
      return { invoke_transaction: { ...sent, nonce: '0x1' } };
    },
  },
  starknet_blockHashAndNumber: {},
  starknet_blockNumber: {},
  starknet_call: {
    params: (story) => ({ ...latest, request: story.calling(7n) }),
    fails: (story) => ({ ...latest, request: story.calling(13n) }),
  },
  starknet_chainId: {},
  starknet_estimateFee: {
    params: (story) => ({ ...latest, request: [story.recording(7n).invoke_transaction], simulation_flags: [] }),
    fails: (story) => ({ ...latest, request: [story.recording(13n).invoke_transaction], simulation_flags: [] }),
  },
  starknet_estimateMessageFee: {
    params: ({ messageFromL1: { l2_contract_address, ...message } }) => ({
      ...latest,
      message: { from_address: L1_CONTRACT, to_address: l2_contract_address, ...message },
    }),
  },
  starknet_getBlockTransactionCount: { params: latest, fails: missingBlock },
  starknet_getBlockWithReceipts: { params: latest },
  starknet_getBlockWithTxHashes: { params: latest, fails: missingBlock },
  starknet_getBlockWithTxs: { params: latest },
  starknet_getClass: {
    params: ({ known }) => ({ ...latest, class_hash: known.bookClass }),
    fails: { ...latest, class_hash: '0x99' },
  },
  starknet_getClassAt: { params: book },
  starknet_getClassHashAt: { params: book, fails: missingContract },
  starknet_getCompiledCasm: { params: ({ known }) => ({ class_hash: known.bookClass }) },
  starknet_getEvents: {
    params: { filter: { from_block: { block_number: 1 }, to_block: 'latest', address: STRK, chunk_size: 1 } },
  },
  starknet_getMessagesStatus: {
    before: async (story) => {
      await startReceiving(story);
      const message = { ...story.messageFromL1, l1_contract_address: L1_CONTRACT, paid_fee_on_l1: '0x1' } as const;
      await story.ask('devnet_mockL1SendMessageToL2', message);
      await story.ask('devnet_postmanFlush');
    },
    params: async (story) => {
      const { transactions } = await story.ask('devnet_getTransactions', { limit: 1 });
      const { transaction_hash } = transactions[0]!;
      const receipt = await story.ask('starknet_getTransactionByHash', { transaction_hash });
      return { transaction_hash: (receipt as { l1_transaction_hash?: '0x0' }).l1_transaction_hash ?? '0x0' };
    },
    fails: missingTransaction,
  },
  starknet_getNonce: {
    params: ({ known }) => ({ ...latest, contract_address: known.account.address }),
    fails: missingContract,
  },
  starknet_getStateUpdate: { params: ({ node }) => ({ block_id: { block_number: node.chain.latest.number - 1 } }) },
  starknet_getStorageAt: {
    params: ({ known }) => ({ ...latest, contract_address: known.book, key: selector('total') }),
    fails: { ...missingContract, key: '0x1' },
  },
  starknet_getStorageProof: { fails: latest },
  starknet_getTransactionByBlockIdAndIndex: { params: { ...latest, index: 0 }, fails: { ...latest, index: 9 } },
  starknet_getTransactionByHash: { params: recorded, fails: missingTransaction },
  starknet_getTransactionReceipt: { params: recorded, fails: missingTransaction },
  starknet_getTransactionStatus: {
    params: ({ known }) => ({ transaction_hash: known.reverted }),
    fails: missingTransaction,
  },
  starknet_proveTransaction: {
    params: (story) => ({ ...latest, transaction: story.recording(7n).invoke_transaction }),
  },
  starknet_simulateTransactions: {
    params: (story) => ({
      ...latest,
      transactions: [story.recording(7n).invoke_transaction],
      simulation_flags: ['SKIP_VALIDATE'],
    }),
  },
  starknet_specVersion: {},
  starknet_subscribeEvents: { params: { from_address: STRK }, causes: record },
  starknet_subscribeNewHeads: { causes: createBlock },
  starknet_subscribeNewTransactionReceipts: { causes: record },
  starknet_subscribeNewTransactions: { causes: record },
  starknet_subscribeTransactionStatus: { params: recorded, causes: async () => undefined },
  starknet_syncing: {},
  starknet_traceBlockTransactions: { params: latest },
  starknet_traceTransaction: { params: recorded, fails: missingTransaction },
  starknet_unsubscribe: {
    params: async (story) => ({ subscription_id: await story.ask('starknet_subscribeNewHeads') }),
    fails: { subscription_id: '1' },
  },
};
