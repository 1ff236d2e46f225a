// What a request that sent a transaction did, for its line in the log.

import { functionBySelector } from '../../abi/functionBySelector.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { PlacedTransaction } from '../../chain/value/block.ts';
import { accountCalls } from '../../execution/accountCalls.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { type Felt, formatFelt, parseFelt } from '../../felt/felt.ts';
import type { CallReport } from '../../rpc/dispatch.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import { roundedTokens } from '../../text/tokenAmount.ts';
import { classAbi } from '../../tools/names/classFacts.ts';
import { knownClassOf } from '../../tools/names/knownClass.ts';

/** The methods whose transaction is described, and the member of the result that has its hash. */
const SENDING: ReadonlyMap<string, string> = new Map([
  ['starknet_addInvokeTransaction', 'transaction_hash'],
  ['starknet_addDeclareTransaction', 'transaction_hash'],
  ['starknet_addDeployAccountTransaction', 'transaction_hash'],
  ['devnet_mint', 'tx_hash'],
]);

const MAX_CALLS = 3;
const MAX_NAME = 60;
/** `ContractDeployed` of the Universal Deployer Contract. */
const CONTRACT_DEPLOYED = 0x26b160f10156dea0639bec90696772c640b9706a47f5b8c52ea1abe5858b34dn as Felt;

export interface Description {
  readonly text: string;
  /** For JSON lines: the same facts in full. */
  readonly fields: () => Readonly<Record<string, unknown>>;
}

/**
 * A call that sent a transaction: makes its description when it is first called, from the chain as it is now. Undefined for another call.
 */
export function sentTransaction({ name, result, node }: CallReport): (() => Description | undefined) | undefined {
  const member = SENDING.get(name ?? '');
  if (member === undefined) return undefined;
  const hash = (result as Readonly<Record<string, unknown>> | null)?.[member];
  const { chain } = node;
  let made: Description | undefined;
  return () => (made ??= describeByHash(hash, chain));
}

function describeByHash(text: unknown, chain: ChainView): Description | undefined {
  const hash = parseFelt(text);
  const placed = hash === undefined ? undefined : chain.transaction(hash);
  return placed && describe(placed, chain);
}

function describe(placed: PlacedTransaction, chain: ChainView): Description {
  const { transaction, receipt, blockNumber } = placed;
  const hash = formatFelt(placed.hash);
  const { amount, unit } = receipt.actualFee;
  const status = receipt.execution.status === 'SUCCEEDED' ? 'succeeded' : 'reverted';
  const { text, fields } = actionOf(placed, chain);
  const gas =
    receipt.gas.l2Gas > 0n
      ? `${groupedDigits(receipt.gas.l2Gas)} L2 gas`
      : `${groupedDigits(receipt.gas.l1Gas)} L1 gas`;
  const cheated = receipt.cheats?.reduce((calls, cheat) => calls + cheat.calls, 0) ?? 0;
  const cheatText = cheated > 0 ? ` with ${cheated} cheated ${cheated === 1 ? 'call' : 'calls'}` : '';
  return {
    text: `${shortHash(hash)}: ${text}${status}${cheatText}, ${gas}, fee ${roundedTokens(amount)} ${unit === 'FRI' ? 'STRK' : 'ETH'}, block ${blockNumber}`,
    fields: () => ({
      transaction_hash: hash,
      type: transaction.type,
      ...fields(),
      status,
      l2_gas: Number(receipt.gas.l2Gas),
      l1_gas: Number(receipt.gas.l1Gas),
      l1_data_gas: Number(receipt.gas.l1DataGas),
      fee: String(amount),
      fee_unit: unit,
      block: blockNumber,
      ...(cheated > 0 ? { cheated_calls: cheated } : {}),
    }),
  };
}

/** What the transaction is about. */
function actionOf({ transaction, receipt }: PlacedTransaction, chain: ChainView): Description {
  switch (transaction.type) {
    case 'DECLARE': {
      const classHash = formatFelt(transaction.classHash);
      return { text: `declared class ${classHash}, `, fields: () => ({ class_hash: classHash }) };
    }
    case 'DEPLOY_ACCOUNT': {
      const address = formatFelt(transaction.contractAddress);
      const classHash = formatFelt(transaction.classHash);
      return {
        text: `deployed account ${address}, `,
        fields: () => ({ contract_address: address, class_hash: classHash }),
      };
    }
    case 'INVOKE': {
      const calls = callsOf(transaction.calldata, chain);
      const deployed = receipt.events
        .filter(({ keys, data }) => keys[0] === CONTRACT_DEPLOYED && data[0] !== undefined)
        .map(({ data }) => formatFelt(data[0]!));
      const addresses = deployed.slice(0, MAX_CALLS).join(', ');
      return {
        text: `${calls.length > 0 ? `${calls.join(', ')}, ` : ''}${deployed.length > 0 ? `deployed ${addresses}, ` : ''}`,
        fields: () => ({ calls, ...(deployed.length > 0 ? { deployed } : {}) }),
      };
    }
    default:
      return { text: '', fields: () => ({}) };
  }
}

/** The names of the first calls in the calldata of an account. */
function callsOf(calldata: readonly Felt[], chain: ChainView): readonly string[] {
  const calls = accountCalls(calldata);
  const names = calls.slice(0, MAX_CALLS).map(({ to, selector }) => callName(to, selector, chain));
  return calls.length > MAX_CALLS ? [...names, `${calls.length - MAX_CALLS} more`] : names;
}

/** Such as `ERC20.transfer`; hexadecimal where the ABI does not say. */
function callName(address: Felt, selector: Felt, chain: ChainView): string {
  const known = knownClassOf(chain, address);
  const abi = known && classAbi(known.definition);
  const contract = abi?.contractName?.slice(0, MAX_NAME) ?? shortHash(formatFelt(address));
  return `${contract}.${(abi && functionBySelector(abi, selector, selectorOf)?.name.slice(0, MAX_NAME)) ?? shortHash(formatFelt(selector))}`;
}

const shortHash = (hash: string): string => (hash.length <= 14 ? hash : `${hash.slice(0, 6)}…${hash.slice(-4)}`);
