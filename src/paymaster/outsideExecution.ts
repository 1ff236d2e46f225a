// Outside executions (SNIP-9): as typed data, which users sign, and as calls of their accounts.
import { selectorOf } from '../execution/hash/address.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import { type Hex, hex, hexList } from '../rpc/format/hex.ts';
import type { OutsideCall, TypedData } from './requests.ts';

/** The versions of SNIP-9: the first has Pedersen hashes, the second Poseidon. */
export type Snip9Version = 1 | 2;

export interface OutsideExecution {
  readonly version: Snip9Version;
  readonly caller: Felt;
  readonly nonce: Felt;
  readonly executeAfter: bigint;
  readonly executeBefore: bigint;
  readonly calls: readonly OutsideCall[];
}

/** The entry point of an account, by version. */
export const EXECUTE_FROM_OUTSIDE: Readonly<Record<Snip9Version, Felt>> = {
  1: selectorOf('execute_from_outside'),
  2: selectorOf('execute_from_outside_v2'),
};

const named = (name: string, type: string) => ({ name, type });
const TYPES = {
  1: {
    StarkNetDomain: [named('name', 'felt'), named('version', 'felt'), named('chainId', 'felt')],
    OutsideExecution: [
      named('caller', 'felt'),
      named('nonce', 'felt'),
      named('execute_after', 'felt'),
      named('execute_before', 'felt'),
      named('calls_len', 'felt'),
      named('calls', 'OutsideCall*'),
    ],
    OutsideCall: [
      named('to', 'felt'),
      named('selector', 'felt'),
      named('calldata_len', 'felt'),
      named('calldata', 'felt*'),
    ],
  },
  2: {
    StarknetDomain: [
      named('name', 'shortstring'),
      named('version', 'shortstring'),
      named('chainId', 'shortstring'),
      named('revision', 'shortstring'),
    ],
    OutsideExecution: [
      named('Caller', 'ContractAddress'),
      named('Nonce', 'felt'),
      named('Execute After', 'u128'),
      named('Execute Before', 'u128'),
      named('Calls', 'Call*'),
    ],
    Call: [named('To', 'ContractAddress'), named('Selector', 'selector'), named('Calldata', 'felt*')],
  },
} as const;

/** An outside execution as the typed data that its user signs. */
export function typedDataOf(execution: OutsideExecution, chainId: Felt) {
  const { version, calls } = execution;
  const [caller, nonce, after, before] = [
    execution.caller,
    execution.nonce,
    execution.executeAfter,
    execution.executeBefore,
  ].map(hex) as [Hex, Hex, Hex, Hex];
  const domain = { name: 'Account.execute_from_outside', version: String(version), chainId: hex(chainId) };
  const primaryType = 'OutsideExecution';
  if (version === 1)
    return {
      types: TYPES[1],
      domain,
      primaryType,
      message: {
        caller,
        nonce,
        execute_after: after,
        execute_before: before,
        calls_len: hex(BigInt(calls.length)),
        calls: calls.map(({ to, selector, calldata }) => ({
          to: hex(to),
          selector: hex(selector),
          calldata_len: hex(BigInt(calldata.length)),
          calldata: hexList(calldata),
        })),
      },
    };
  return {
    types: TYPES[2],
    domain: { ...domain, revision: '1' },
    primaryType,
    message: {
      Caller: caller,
      Nonce: nonce,
      'Execute After': after,
      'Execute Before': before,
      Calls: calls.map(({ to, selector, calldata }) => ({
        To: hex(to),
        Selector: hex(selector),
        Calldata: hexList(calldata),
      })),
    },
  };
}

/** The outside execution that a user signed as typed data. */
export function outsideExecutionIn({ version, message: read }: TypedData): OutsideExecution {
  if (version === 1) return { version, ...read };
  return {
    version,
    caller: read.Caller,
    nonce: read.Nonce,
    executeAfter: read['Execute After'],
    executeBefore: read['Execute Before'],
    calls: read.Calls.map(({ To, Selector, Calldata }) => ({ to: To, selector: Selector, calldata: Calldata })),
  };
}

/** The call of the account that checks the signature and makes the calls. */
export function executeFromOutside(
  account: Felt,
  execution: OutsideExecution,
  signature: readonly Felt[],
): OutsideCall {
  const { version, caller, nonce, executeAfter, executeBefore, calls } = execution;
  return {
    to: account,
    selector: EXECUTE_FROM_OUTSIDE[version],
    calldata: [
      caller,
      nonce,
      toFelt(executeAfter),
      toFelt(executeBefore),
      ...callList(calls),
      toFelt(signature.length),
      ...signature,
    ],
  };
}

/** Calls as accounts take them: their number, then each with its address, selector, and calldata. */
export const callList = (calls: readonly OutsideCall[]): readonly Felt[] => [
  toFelt(calls.length),
  ...calls.flatMap(({ to, selector, calldata }) => [to, selector, toFelt(calldata.length), ...calldata]),
];
