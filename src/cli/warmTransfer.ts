import { defaultConfig } from '../chain/config.ts';
import { createNodeWith } from '../chain/createNodeWith.ts';
import type { PredeployedAccount } from '../chain/node.ts';
import { STRK } from '../chain/token.ts';
import type { BuiltinTexts } from '../classes/builtinClasses.ts';
import { selectorOf } from '../execution/hash/address.ts';
import { transactionHash } from '../execution/hash/transactionHash.ts';
import type { InvokeV3 } from '../execution/transaction.ts';
import { formatFelt, toFelt } from '../felt/felt.ts';
import { starkSign } from '../felt/stark.ts';
import { Hub } from '../sandbox/hub.ts';
import type { Steps } from '../sierra/steps.ts';

// The first meets everything for the first time; the second is what later ones are.
const TRANSFERS = 2;

/**
 * Sends transfers to a node that nobody else sees and that is gone afterwards: the first transaction of the real one then
 * meets code that has run, and classes that are read and decoded.
 */
export function* warmTransfers(texts: BuiltinTexts): Steps<void> {
  let isDone = false;
  // What fails here fails for whoever sends the first transaction, and is told there.
  transferTo(texts)
    .catch(() => undefined)
    .finally(() => (isDone = true));
  while (!isDone) yield;
}

/** The answers. */
export async function transferTo(texts: BuiltinTexts): Promise<string[]> {
  const node = await createNodeWith(texts, { ...defaultConfig, seed: 0, accounts: 1 });
  const hub = new Hub(node);
  const answers: string[] = [];
  for (let nonce = 0; nonce < TRANSFERS; nonce++)
    answers.push(await hub.answer(transferText(node.chainId, node.accounts[0]!, nonce)));
  hub.end();
  node.close();
  return answers;
}

const BOUND = { maxAmount: 100_000_000n, maxPricePerUnit: 10n ** 10n };
const BOUND_TEXT = {
  max_amount: formatFelt(toFelt(BOUND.maxAmount)),
  max_price_per_unit: formatFelt(toFelt(BOUND.maxPricePerUnit)),
};

function transferText(
  chainId: Parameters<typeof transactionHash>[1],
  account: PredeployedAccount,
  nonce: number,
): string {
  const transfer: InvokeV3 = {
    type: 'INVOKE',
    version: 3,
    isQuery: false,
    signature: [],
    senderAddress: account.address,
    nonce: toFelt(nonce),
    calldata: [toFelt(1), STRK.address, selectorOf('transfer'), toFelt(3), toFelt(1), toFelt(1), toFelt(0)],
    resourceBounds: { l1Gas: BOUND, l1DataGas: BOUND, l2Gas: BOUND },
    tip: 0n,
    paymasterData: [],
    accountDeploymentData: [],
    nonceDataAvailabilityMode: 'L1',
    feeDataAvailabilityMode: 'L1',
    proofFacts: [],
  };
  const { r, s } = starkSign(account.privateKey, transactionHash(transfer, chainId));
  return JSON.stringify({
    jsonrpc: '2.0',
    id: nonce,
    method: 'starknet_addInvokeTransaction',
    params: {
      invoke_transaction: {
        type: 'INVOKE',
        version: '0x3',
        sender_address: formatFelt(account.address),
        nonce: formatFelt(transfer.nonce),
        signature: [r, s].map(formatFelt),
        calldata: transfer.calldata.map(formatFelt),
        resource_bounds: { l1_gas: BOUND_TEXT, l1_data_gas: BOUND_TEXT, l2_gas: BOUND_TEXT },
        tip: '0x0',
        paymaster_data: [],
        account_deployment_data: [],
        nonce_data_availability_mode: 'L1',
        fee_data_availability_mode: 'L1',
      },
    },
  });
}
