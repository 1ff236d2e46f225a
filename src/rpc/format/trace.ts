import type { CallInfo } from '../../execution/callInfo.ts';
import { computationGas } from '../../execution/gas/computationGas.ts';
import type { GasMode, TracedExecution, TransactionTrace } from '../../execution/trace.ts';
import { feltOf } from '../../felt/key.ts';
import { jsonInteger } from '../../json/writeJson.ts';
import { PROTOCOL_0_14_4 } from '../../protocol/v0_14_4.ts';
import type { InitialReads } from '../../state/transactionState.ts';
import { formatResources } from './gas.ts';
import { ethHex, hexKey, hexKeys } from './hex.ts';
import { formatStateDiff } from './stateDiff.ts';

/** A transaction's trace; what did not run is left out. */
export function formatTrace(trace: TransactionTrace): object {
  const { gasMode } = trace;
  const call = (name: string, info: TracedExecution | undefined) =>
    info ? { [name]: formatExecution(info, gasMode) } : {};
  return {
    type: trace.type,
    ...('validateInvocation' in trace ? call('validate_invocation', trace.validateInvocation) : {}),
    ...(trace.type === 'INVOKE' ? call('execute_invocation', trace.executeInvocation) : {}),
    ...(trace.type === 'DEPLOY_ACCOUNT' ? call('constructor_invocation', trace.constructorInvocation) : {}),
    ...(trace.type === 'L1_HANDLER' ? call('function_invocation', trace.functionInvocation) : {}),
    ...('feeTransferInvocation' in trace ? call('fee_transfer_invocation', trace.feeTransferInvocation) : {}),
    state_diff: formatStateDiff(trace.stateDiff),
    execution_resources: formatResources(trace.executionResources),
  };
}

function formatExecution(info: TracedExecution, mode: GasMode): object {
  return 'revertReason' in info ? { revert_reason: info.revertReason } : formatInvocation(info, mode);
}

function formatInvocation(info: CallInfo, mode: GasMode): object {
  const { call } = info;
  // A frame's gas covers what it called, whichever way each was metered.
  const { l1Gas, l2Gas } = computationGas(info.resources, BigInt(info.gasConsumed), 0, mode, PROTOCOL_0_14_4);
  return {
    contract_address: hexKey(call.contractAddress),
    entry_point_selector: hexKey(call.selector),
    calldata: hexKeys(call.calldata),
    caller_address: hexKey(call.caller),
    class_hash: hexKey(call.classHash),
    entry_point_type: call.entryPointType,
    call_type: call.callType,
    result: hexKeys(info.retdata),
    calls: info.inner.map((inner) => formatInvocation(inner, mode)),
    events: info.events.map(({ order, keys, data }) => ({ order, keys: hexKeys(keys), data: hexKeys(data) })),
    messages: info.messages.map(({ order, toAddress, payload }) => ({
      order,
      from_address: hexKey(call.contractAddress),
      to_address: ethHex(feltOf(toAddress)),
      payload: hexKeys(payload),
    })),
    execution_resources: { l1_gas: jsonInteger(l1Gas), l2_gas: jsonInteger(l2Gas) },
    is_reverted: info.failed,
  };
}

/** What executions first read of the state below them. */
export function formatInitialReads({ storage, nonces, classHashes, declared }: InitialReads): object {
  return {
    storage: [...storage].flatMap(([address, cells]) =>
      [...cells].map(([key, value]) => ({
        contract_address: hexKey(address),
        key: hexKey(key),
        value: hexKey(value),
      })),
    ),
    nonces: [...nonces].map(([address, nonce]) => ({ contract_address: hexKey(address), nonce: hexKey(nonce) })),
    class_hashes: [...classHashes].map(([address, classHash]) => ({
      contract_address: hexKey(address),
      class_hash: hexKey(classHash),
    })),
    declared_contracts: [...declared].map(([classHash, isDeclared]) => ({
      class_hash: hexKey(classHash),
      is_declared: isDeclared,
    })),
  };
}
