import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WasmMachine } from '../src/cairo/wasm/wasmMachine.ts';
import { compileClass } from '../src/classes/compileClass.ts';
import type { DeclaredClass } from '../src/classes/declaredClass.ts';
import { readClass } from '../src/classes/readClass.ts';
import type { BlockContext } from '../src/execution/blockContext.ts';
import type { CallInfo } from '../src/execution/callInfo.ts';
import { executeTransaction } from '../src/execution/executeTransaction.ts';
import { contractAddress, selectorOf, storageAddress } from '../src/execution/hash/address.ts';
import { stateDiffCommitment } from '../src/execution/hash/commitments.ts';
import { transactionHash } from '../src/execution/hash/transactionHash.ts';
import type { ExecutionFlags, ExecutionResult } from '../src/execution/outcome.ts';
import { submissionError } from '../src/execution/rejectionError.ts';
import type { DeclareV3, InvokeV3, Submission } from '../src/execution/transaction.ts';
import { type Felt, feltOfAscii, formatFelt, toFelt } from '../src/felt/felt.ts';
import { directHashing } from '../src/felt/hashing.ts';
import { feltOf, keyOf } from '../src/felt/key.ts';
import { starkPublicKey, starkSign } from '../src/felt/stark.ts';
import { PROTOCOL_0_14_4 } from '../src/protocol/v0_14_4.ts';
import { rpcErrorOf } from '../src/rpc/rpcError.ts';
import { State } from '../src/state/state.ts';
import { TransactionState } from '../src/state/transactionState.ts';
import { runLocal } from '../test/support/runLocal.ts';
import type { Area, CaseResult } from './area.ts';
import { felt, felts, type Recorded, stateDiffOf, transactionOf } from './recorded.ts';

const readJson = (file: string): Recorded => JSON.parse(readFileSync(file, 'utf8'));

const TAPES = ['transfer', 'declare_deploy', 'reverts', 'syscalls_steps', 'sierra_gas', 'messaging'];
export const STRK = toFelt(0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938dn);
const ETH = toFelt(0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7n);
const UDC = toFelt(0x2ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125n);
const ACCOUNT_CLASS = toFelt(0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564n);
/** The account that mints has a balance of 2^255 of each token. */
const MINTER = {
  address: toFelt(0x1caf2df5ed5dde1ae3faef4acd72522ac3cb16e23f6dc4c7f9faed67124c511n),
  privateKey: toFelt(0x5fb2959e3011a873a7160f5bb32b0ecen),
};
const PRICE = { wei: 1_000_000_000n, fri: 1_000_000_000n };
export const FLAGS: ExecutionFlags = {
  onlyQuery: false,
  chargeFee: true,
  validate: true,
  strictNonce: true,
  checkSize: true,
};

/** Executes the recorded transactions in this process, and compares receipts and the resources of every call. */
export const execution: Area = {
  name: 'execution',
  async *run(shared) {
    for (const name of TAPES) yield* replay(shared, name);
  },
};

function* replay(shared: string, name: string): Generator<CaseResult> {
  const tape = readJson(join(shared, 'tapes', `${name}.json`));
  const rawFile = join(shared, 'tapes/raw', `${name}.json`);
  const raw = existsSync(rawFile) ? readJson(rawFile).transactions : {};
  const machine = new WasmMachine();
  const receipts = new Map<string, Recorded>();
  const traces = new Map<string, Recorded>();
  const transactions = new Map<string, Recorded>();
  let accounts: Recorded[] = [];
  for (const { request, response } of tape.steps) {
    const result = response?.result;
    if (!result) continue;
    if (request.method === 'devnet_getPredeployedAccounts') accounts = result;
    const hash = request.params?.transaction_hash;
    if (request.method === 'starknet_getTransactionReceipt') receipts.set(hash, result);
    if (request.method === 'starknet_traceTransaction') traces.set(hash, result);
    if (request.method === 'starknet_getTransactionByHash') transactions.set(hash, result);
  }
  let state = genesis(shared, accounts);
  let number = 0;
  for (const [step, { request, response }] of tape.steps.entries()) {
    const sent =
      request.params?.invoke_transaction ??
      request.params?.declare_transaction ??
      request.params?.deploy_account_transaction;
    if (request.method === 'devnet_mint' && response.result) {
      const minting = mint(felt(request.params.address), BigInt(request.params.amount));
      const block = blockContext(++number);
      const outcome = runLocal(executeTransaction({ state, block, machine }, minting, FLAGS));
      if (outcome.kind === 'included') state = state.apply(outcome.executed.stateDiff);
    }
    const isMessage = request.method === 'devnet_postmanSendMessageToL2';
    if (!/^starknet_add|postmanSend/.test(request.method) || (!sent && !isMessage)) continue;
    const hash: string | undefined = response.result?.transaction_hash;
    const id = `${name}/${step} ${hash ?? `error ${response.error?.code}`}`;
    if (hash) number++;
    if (isMessage && !(hash && transactions.has(hash))) continue;
    const submission = submissionOf(isMessage ? transactions.get(hash!) : sent);
    const block = blockContext(Math.max(number, 1));
    const outcome = runLocal(executeTransaction({ state, block, machine }, submission, FLAGS));
    let difference: string | undefined;
    if (outcome.kind === 'rejected') {
      const { code, message, data } = rpcErrorOf(submissionError(outcome.rejection));
      if (hash || code !== response.error.code) difference = `rejected: ${code} ${message} ${data ?? ''}`;
    } else if (!hash) difference = `included, but the recording has ${JSON.stringify(response.error)}`;
    else {
      const { executed } = outcome;
      difference = compare(executed, receipts.get(hash), traces.get(hash), raw[hash]);
      state = state.apply(executed.stateDiff, executed.declared);
    }
    yield difference ? { id, outcome: 'different', detail: difference } : { id, outcome: 'equal' };
  }
}

function submissionOf(json: Recorded): Submission {
  const chainId = feltOfAscii('SN_SEPOLIA');
  if (json.type !== 'DECLARE') {
    const transaction = transactionOf(json);
    if (transaction.type === 'DEPLOY_ACCOUNT') {
      const { contractAddressSalt, classHash, constructorCalldata } = transaction;
      const address = contractAddress(0n as Felt, contractAddressSalt, classHash, constructorCalldata);
      const deploy = { ...transaction, contractAddress: address };
      return { transaction: deploy, hash: transactionHash(deploy, chainId) };
    }
    if (transaction.type === 'DECLARE') throw new Error('a declaration was taken for something else');
    return { transaction, hash: transactionHash(transaction, chainId) };
  }
  const declaredClass = compileClass(readClass(json.contract_class));
  const transaction = transactionOf({ ...json, class_hash: formatFelt(declaredClass.classHash) }) as DeclareV3;
  return { transaction, hash: transactionHash(transaction, chainId), declaredClass };
}

function compare(
  executed: ExecutionResult,
  receipt: Recorded,
  recordedTrace: Recorded,
  raw: Recorded,
): string | undefined {
  const { receipt: ours, trace } = executed;
  const differences: string[] = [];
  const check = (what: string, mine: unknown, theirs: unknown) => {
    const [a, b] = [text(mine), text(theirs)];
    if (a !== b) differences.push(`${what} ${a}, recorded ${b}`);
  };
  if (receipt) {
    check('status', ours.execution.status, receipt.execution_status);
    if (ours.execution.status === 'REVERTED') check('reason', ours.execution.revertReason, receipt.revert_reason);
    const { l1_gas, l1_data_gas, l2_gas } = receipt.execution_resources;
    check('l1_gas', ours.gas.l1Gas, l1_gas);
    check('l1_data_gas', ours.daGas.l1DataGas, l1_data_gas);
    check('l2_gas', ours.gas.l2Gas, l2_gas);
    check('fee', ours.actualFee.amount, BigInt(receipt.actual_fee.amount));
    check(
      'events',
      ours.events.map((event) => [event.fromAddress, ...event.keys, ...event.data].map(formatFelt)),
      receipt.events.map((event: Recorded) => [event.from_address, ...event.keys, ...event.data]),
    );
    check(
      'messages',
      ours.messages.map((message) => [message.fromAddress, message.toAddress, ...message.payload].map(formatFelt)),
      receipt.messages_sent.map((m: Recorded) => felts([m.from_address, m.to_address, ...m.payload]).map(formatFelt)),
    );
  }
  if (recordedTrace) {
    const lists = { declared_classes: [], deprecated_declared_classes: [], replaced_classes: [] };
    const theirs = stateDiffOf({ ...lists, ...recordedTrace.state_diff });
    check(
      'state diff',
      stateDiffCommitment(executed.stateDiff, directHashing),
      stateDiffCommitment(theirs, directHashing),
    );
  }
  if (raw) {
    const calls = trace as unknown as Record<string, CallInfo | undefined>;
    for (const [part, key] of [
      ['validate', 'validateInvocation'],
      ['execute', 'executeInvocation'],
      ['execute', 'constructorInvocation'],
      ['execute', 'functionInvocation'],
      ['fee_transfer', 'feeTransferInvocation'],
    ] as const)
      if (raw[part] && calls[key] && 'call' in calls[key]) check(part, counts(calls[key]), recordedCounts(raw[part]));
  }
  return differences.length ? differences.join('; ').slice(0, 900) : undefined;
}

const text = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? Number(inner) : inner));

const counts = (info: CallInfo): unknown => [
  formatFelt(feltOf(info.call.contractAddress)),
  info.resources.steps,
  info.resources.memoryHoles,
  Object.entries(info.resources.builtins)
    .filter(([, count]) => count)
    .sort(),
  info.gasConsumed,
  info.tracked,
  info.inner.map(counts),
];

const recordedCounts = (raw: Recorded): unknown => [
  raw.contract,
  raw.steps,
  raw.memory_holes,
  Object.entries(raw.builtins).sort(),
  raw.sierra_gas,
  raw.tracked,
  (raw.calls ?? []).map(recordedCounts),
];

export function genesis(shared: string, accounts: Recorded[]): State {
  const state = new TransactionState(State.over());
  const put = (address: Felt, cell: Felt, value: bigint) =>
    state.setStorage(keyOf(address), keyOf(cell), keyOf(toFelt(value)));
  const declare = (file: string): DeclaredClass => compileClass(readClass(readJson(join(shared, 'artifacts', file))));
  const account = declare('account_oz_1_0_0.sierra.json');
  const declared: [Felt, DeclaredClass][] = [[ACCOUNT_CLASS, account]];
  for (const [address, file] of [
    [STRK, 'strk'],
    [ETH, 'eth'],
    [UDC, 'udc'],
  ] as const) {
    const known = declare(`system/${file}.json`);
    declared.push([known.classHash, known]);
    state.setClassHash(keyOf(address), keyOf(known.classHash));
  }
  state.setClassHash(keyOf(MINTER.address), keyOf(ACCOUNT_CLASS));
  put(MINTER.address, storageAddress('Account_public_key'), starkPublicKey(MINTER.privateKey));
  for (const at of [STRK, ETH]) {
    put(at, toFelt(storageAddress('ERC20_balances', MINTER.address) + 1n), 2n ** 127n);
    put(at, toFelt(storageAddress('ERC20_total_supply') + 1n), 2n ** 127n);
    put(at, storageAddress('ERC20_total_supply'), BigInt(accounts.length) * 10n ** 21n);
    put(at, storageAddress('permitted_minter'), MINTER.address);
  }
  for (const { address, public_key } of accounts) {
    state.setClassHash(keyOf(felt(address)), keyOf(ACCOUNT_CLASS));
    put(felt(address), storageAddress('Account_public_key'), felt(public_key));
    for (const at of [STRK, ETH]) put(at, storageAddress('ERC20_balances', felt(address)), 10n ** 21n);
  }
  return State.over().apply(
    state.diff(),
    declared.map(([hash, known]) => [keyOf(hash), known]),
  );
}

/** A transaction of the account that mints. */
function mint(to: Felt, amount: bigint): Submission {
  const bound = (maxAmount: bigint) => ({ maxAmount, maxPricePerUnit: PRICE.fri });
  const transaction: InvokeV3 = {
    type: 'INVOKE',
    version: 3,
    isQuery: false,
    senderAddress: MINTER.address,
    calldata: [toFelt(1), STRK, selectorOf('permissioned_mint'), toFelt(3), to, toFelt(amount), toFelt(0)],
    signature: [],
    nonce: toFelt(0),
    resourceBounds: { l1Gas: bound(1_000_000n), l1DataGas: bound(1_000_000n), l2Gas: bound(1_000_000_000n) },
    tip: 0n,
    paymasterData: [],
    accountDeploymentData: [],
    proofFacts: [],
    nonceDataAvailabilityMode: 'L1',
    feeDataAvailabilityMode: 'L1',
  };
  const hash = transactionHash(transaction, feltOfAscii('SN_SEPOLIA'));
  const { r, s } = starkSign(MINTER.privateKey, hash);
  return { transaction: { ...transaction, signature: [r, s] }, hash };
}

export const blockContext = (number: number): BlockContext => ({
  number,
  timestamp: 1_700_000_000n,
  sequencerAddress: keyOf(toFelt(0x1000)),
  prices: { l1Gas: PRICE, l1DataGas: PRICE, l2Gas: PRICE },
  blobDa: true,
  chainId: keyOf(feltOfAscii('SN_SEPOLIA')),
  feeTokens: { eth: keyOf(ETH), strk: keyOf(STRK) },
  constants: PROTOCOL_0_14_4,
});
