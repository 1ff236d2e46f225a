import type { Steps } from '../../async/steps.ts';
import { defaultConfig } from '../../chain/config.ts';
import { createNodeWith } from '../../chain/createNodeWith.ts';
import type { PredeployedAccount } from '../../chain/genesis/accounts.ts';
import { STRK } from '../../chain/value/token.ts';
import { type BuiltinTexts, builtinClass } from '../../classes/builtinClasses.ts';
import { readClass } from '../../classes/readClass.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { transactionHash } from '../../execution/hash/transactionHash.ts';
import type { DeclareV3, InvokeV3 } from '../../execution/transaction.ts';
import { formatFelt, toFelt } from '../../felt/felt.ts';
import { starkSign } from '../../felt/stark.ts';
import { Hub } from '../../sandbox/hub.ts';
import type { SierraClass } from '../../sierra/class/sierraClass.ts';
import { sierraClassHash } from '../../sierra/hash/sierraClassHash.ts';

// The first meets everything for the first time, the second prepares for the account's key, the third is what later ones are.
const TRANSFERS = 3;

/**
 * Sends transfers and a declaration to a node that nobody else sees and that is gone afterwards: the first transaction of
 * the real one then meets code that has run, and classes that are read and decoded.
 */
export function* warmTransactions(texts: BuiltinTexts): Steps<void> {
  let isDone = false;
  // What fails here fails for whoever sends the first transaction, and is told there.
  sendAll(texts)
    .catch(() => undefined)
    .finally(() => (isDone = true));
  while (!isDone) yield;
}

/** The answers. */
export async function sendAll(texts: BuiltinTexts): Promise<string[]> {
  const node = await createNodeWith(texts, { ...defaultConfig, seed: 0, accounts: 1 });
  const hub = new Hub(node);
  const sender: Sender = { chainId: node.chainId, account: node.accounts[0]! };
  const answers: string[] = [];
  for (let nonce = 0; nonce < TRANSFERS; nonce++) answers.push(await hub.answer(transferText(sender, nonce)));
  answers.push(await hub.answer(declareText(sender, TRANSFERS, texts)));
  hub.end();
  node.close();
  return answers;
}

interface Sender {
  readonly chainId: Parameters<typeof transactionHash>[1];
  readonly account: PredeployedAccount;
}

const BOUND = { maxAmount: 100_000_000n, maxPricePerUnit: 10n ** 10n };
const BOUND_TEXT = {
  max_amount: formatFelt(toFelt(BOUND.maxAmount)),
  max_price_per_unit: formatFelt(toFelt(BOUND.maxPricePerUnit)),
};

const common = (nonce: number) =>
  ({
    version: 3,
    isQuery: false,
    signature: [],
    nonce: toFelt(nonce),
    resourceBounds: { l1Gas: BOUND, l1DataGas: BOUND, l2Gas: BOUND },
    tip: 0n,
    paymasterData: [],
    accountDeploymentData: [],
    nonceDataAvailabilityMode: 'L1',
    feeDataAvailabilityMode: 'L1',
  }) as const;

function transferText(sender: Sender, nonce: number): string {
  const transfer: InvokeV3 = {
    ...common(nonce),
    type: 'INVOKE',
    senderAddress: sender.account.address,
    calldata: [toFelt(1), STRK.address, selectorOf('transfer'), toFelt(3), toFelt(1), toFelt(1), toFelt(0)],
    proofFacts: [],
  };
  return requestText('starknet_addInvokeTransaction', nonce, {
    invoke_transaction: { ...signedFields(transfer, sender), calldata: transfer.calldata.map(formatFelt) },
  });
}

/** One of our classes under another hash, since all of them are declared from the start: its ABI lacks an item. */
function declareText(sender: Sender, nonce: number, texts: BuiltinTexts): string {
  const file = JSON.parse(texts.universal_deployer.sierra);
  const contractClass = {
    sierra_program: file.sierra_program,
    contract_class_version: file.contract_class_version,
    entry_points_by_type: file.entry_points_by_type,
    abi: JSON.stringify(file.abi.slice(1)),
  };
  const { compiledClassHash } = builtinClass('universal_deployer', texts);
  const declare: DeclareV3 = {
    ...common(nonce),
    type: 'DECLARE',
    senderAddress: sender.account.address,
    classHash: sierraClassHash(readClass(contractClass) as SierraClass),
    compiledClassHash,
  };
  return requestText('starknet_addDeclareTransaction', nonce, {
    declare_transaction: {
      ...signedFields(declare, sender),
      compiled_class_hash: formatFelt(compiledClassHash),
      contract_class: contractClass,
    },
  });
}

function signedFields(transaction: InvokeV3 | DeclareV3, { chainId, account }: Sender) {
  const { r, s } = starkSign(account.privateKey, transactionHash(transaction, chainId));
  return {
    type: transaction.type,
    version: '0x3',
    sender_address: formatFelt(transaction.senderAddress),
    nonce: formatFelt(transaction.nonce),
    signature: [r, s].map(formatFelt),
    resource_bounds: { l1_gas: BOUND_TEXT, l1_data_gas: BOUND_TEXT, l2_gas: BOUND_TEXT },
    tip: '0x0',
    paymaster_data: [],
    account_deployment_data: [],
    nonce_data_availability_mode: 'L1',
    fee_data_availability_mode: 'L1',
  };
}

const requestText = (method: string, id: number, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
