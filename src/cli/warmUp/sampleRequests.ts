import { defaultConfig } from '../../chain/config.ts';
import { createNode } from '../../chain/createNode.ts';
import type { PredeployedAccount } from '../../chain/genesis/accounts.ts';
import { STRK } from '../../chain/value/token.ts';
import { type BuiltinTexts, builtinClass } from '../../classes/builtinClasses.ts';
import { readClass } from '../../classes/readClass.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { transactionHash } from '../../execution/hash/transactionHash.ts';
import { type DeclareV3, type InvokeV3, unsignedDeclare, unsignedInvoke } from '../../execution/transaction.ts';
import { formatFelt, toFelt } from '../../felt/felt.ts';
import { starkSign } from '../../felt/stark.ts';
import { answerText } from '../../rpc/answerText.ts';
import { formatTransaction } from '../../rpc/format/transaction.ts';
import { Hub } from '../../sandbox/hub.ts';
import type { SierraClass } from '../../sierra/class/sierraClass.ts';
import { sierraClassHash } from '../../sierra/hash/sierraClassHash.ts';
import { type IdleSteps, settled } from './idleSteps.ts';

// The first one decodes the classes, the second one builds the tables for the account's key, the third one is like all later ones.
const TRANSFERS = 3;
// V8 optimises what it has run often. bench/NOTES.md has what these numbers cost and gain.
const SNAPSHOTS = 10;
const CALLS = 100;
const EVENT_SEARCHES = 40;

/**
 * Sends what a test sends to a second node in this process, which is dropped afterwards: transfers, the request to explain one of them,
 * a declaration, snapshots, calls and searches for events. Then the first requests of the real node run code that V8 knows and classes
 * that are decoded, and the log and the first explanation find the names of their functions. Each request is a step. Returns the answers.
 */
export function* sendSampleRequests(texts: BuiltinTexts): IdleSteps<readonly string[]> {
  const answers: string[] = [];
  // An error would occur again with the first real request and be reported there.
  const node = yield* settled(createNode(texts, { ...defaultConfig, seed: 0, accounts: 1 }));
  if (!node) return answers;
  const hub = new Hub(node);
  function* send(text: string): IdleSteps {
    const answer = yield* settled(answerText(text, hub.dispatcher));
    if (answer !== undefined) answers.push(answer);
  }
  const sender: Sender = { chainId: node.chainId, account: node.accounts[0]! };
  for (let nonce = 0; nonce < TRANSFERS; nonce++) yield* send(transferText(sender, nonce));
  const { transaction_hash } = JSON.parse(answers.at(-1) ?? '{}').result ?? {};
  yield* send(requestText('devnet_explainTransaction', 0, { transaction_hash }));
  yield* send(declareText(sender, TRANSFERS, texts));
  for (let id = 0; id < SNAPSHOTS; id++) {
    yield* send(requestText('devnet_snapshot', id, {}));
    yield* send(requestText('devnet_revert', id, { snapshot_id: JSON.parse(answers.at(-1) ?? '{}').result }));
  }
  const [balance, events] = [balanceCall(), transferEvents()];
  for (let id = 0; id < CALLS; id++) yield* send(requestText('starknet_call', id, balance));
  for (let id = 0; id < EVENT_SEARCHES; id++) yield* send(requestText('starknet_getEvents', id, events));
  hub.end();
  node.close();
  return answers;
}

// Functions, because selectors are hashes: the start of the server computes none.
const balanceCall = () => ({
  request: {
    contract_address: formatFelt(STRK.address),
    entry_point_selector: formatFelt(selectorOf('balanceOf')),
    calldata: ['0x1'],
  },
  block_id: 'latest',
});

const transferEvents = () => ({
  filter: {
    from_block: { block_number: 0 },
    to_block: 'latest',
    address: formatFelt(STRK.address),
    keys: [[formatFelt(selectorOf('Transfer'))]],
    chunk_size: 100,
  },
});

interface Sender {
  readonly chainId: Parameters<typeof transactionHash>[1];
  readonly account: PredeployedAccount;
}

const BOUND = { maxAmount: 100_000_000n, maxPricePerUnit: 10n ** 10n };
const RESOURCE_BOUNDS = { l1Gas: BOUND, l1DataGas: BOUND, l2Gas: BOUND };

function transferText(sender: Sender, nonce: number): string {
  const transfer = unsignedInvoke({
    senderAddress: sender.account.address,
    calldata: [toFelt(1), STRK.address, selectorOf('transfer'), toFelt(3), toFelt(1), toFelt(1), toFelt(0)],
    nonce: toFelt(nonce),
    resourceBounds: RESOURCE_BOUNDS,
  });
  return requestText('starknet_addInvokeTransaction', nonce, { invoke_transaction: signedForm(transfer, sender) });
}

/** Declares one of our classes under another hash: its ABI lacks an item. All our classes are declared at genesis. */
function declareText(sender: Sender, nonce: number, texts: BuiltinTexts): string {
  const file = JSON.parse(texts.universal_deployer.sierra);
  const contractClass = {
    sierra_program: file.sierra_program,
    contract_class_version: file.contract_class_version,
    entry_points_by_type: file.entry_points_by_type,
    abi: JSON.stringify(file.abi.slice(1)),
  };
  const declare = unsignedDeclare({
    senderAddress: sender.account.address,
    classHash: sierraClassHash(readClass(contractClass) as SierraClass),
    compiledClassHash: builtinClass('universal_deployer', texts).compiledClassHash,
    nonce: toFelt(nonce),
    resourceBounds: RESOURCE_BOUNDS,
  });
  return requestText('starknet_addDeclareTransaction', nonce, {
    declare_transaction: { ...signedForm(declare, sender), class_hash: undefined, contract_class: contractClass },
  });
}

/** A transaction with its signature, as the RPC writes it. */
function signedForm(transaction: InvokeV3 | DeclareV3, { chainId, account }: Sender): object {
  const { r, s } = starkSign(account.privateKey, transactionHash(transaction, chainId));
  return formatTransaction({ transaction: { ...transaction, signature: [r, s] }, l1TransactionHash: undefined });
}

const requestText = (method: string, id: number, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
