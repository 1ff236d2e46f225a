import type { ExecResult } from '@ethereumjs/evm';
import type { Cancellation } from '../chain/cancellation.ts';
import { abiReason } from './abiReason.ts';
import { type AccountOverride, applyOverrides } from './accountEdits.ts';
import { EthError } from './ethError.ts';
import type { EthCall } from './ethParams.ts';
import { data } from './formatTransaction.ts';
import { type L1Block, type L1Head, rootAfter } from './l1Head.ts';
import { nextHeader } from './mineBlock.ts';
import { refusalReason } from './refusalReason.ts';
import { unsignedTransaction } from './unsignedTransaction.ts';

/** The most gas of a transaction (EIP-7825). */
export const MAX_GAS = 16_777_216n;

/** What a call returns in the state after a block. It changes nothing, and its sender needs no Ether. */
export async function runCall(
  head: L1Head,
  call: EthCall,
  block: L1Block,
  overrides: readonly AccountOverride[],
  work?: Cancellation,
): Promise<string> {
  const { machine } = head;
  const { header } = block;
  const { createAddressFromString, hexToBytes } = machine.packages.util;
  const { vm, state } = await machine.open(head, rootAfter(head, block), work);
  await applyOverrides(machine, state, overrides, work);
  const caller = createAddressFromString(call.from ?? `0x${'0'.repeat(40)}`);
  const { execResult } = await vm.evm.runCall({
    block: machine.block({
      number: header.number,
      timestamp: header.timestamp,
      gasLimit: header.gasLimit,
      baseFeePerGas: header.baseFee,
    }),
    caller,
    origin: caller,
    ...(call.to !== undefined && { to: createAddressFromString(call.to) }),
    data: hexToBytes(call.data),
    value: call.value,
    gasLimit: least(call.gas ?? MAX_GAS, MAX_GAS),
    gasPrice: call.gasPrice ?? call.maxFeePerGas ?? 0n,
    skipBalance: true,
  });
  throwIfFailed(execResult);
  return data(execResult.returnValue);
}

/** The least gas that a transaction needs, within one percent. Throws why it would fail. */
export async function estimateGas(
  head: L1Head,
  call: EthCall,
  now: bigint,
  overrides: readonly AccountOverride[],
  work?: Cancellation,
): Promise<bigint> {
  const { machine } = head;
  const block = machine.block(nextHeader(head, now));
  const run = async (gas: bigint) => {
    const { vm, state } = await machine.open(head, head.stateRoot, work);
    await applyOverrides(machine, state, overrides, work);
    const tx = unsignedTransaction(machine, { ...call, gas, nonce: 0n }, block.header.baseFeePerGas ?? 0n);
    return machine.packages.vm.runTx(vm, { tx, block, skipBalance: true, skipNonce: true }).catch((error: unknown) => {
      work?.throwIfAborted();
      throw new EthError('refused', refusalReason(error));
    });
  };
  const most = least(call.gas ?? MAX_GAS, MAX_GAS);
  const result = await run(most);
  throwIfFailed(result.execResult);
  let low = result.totalGasSpent - 1n;
  // A call gets at most 63 of 64 parts of the gas, so more may be needed than is used.
  let high = least(((result.totalGasSpent + result.gasRefund) * 64n) / 63n + 1n, most);
  const suffices = async (gas: bigint) => {
    const tried = await run(gas).catch(() => undefined);
    return tried !== undefined && tried.execResult.exceptionError === undefined;
  };
  while (high < most && !(await suffices(high))) {
    low = high;
    high = least(high * 2n, most);
  }
  while (high - low > high / 100n) {
    const middle = (low + high) / 2n;
    if (await suffices(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Throws why an execution failed, if it did. */
export function throwIfFailed({ exceptionError, returnValue }: ExecResult): void {
  if (exceptionError) throw failure(exceptionError.error, returnValue);
}

function failure(error: string, returned: Uint8Array): EthError {
  if (error !== 'revert') return new EthError('failed', `execution failed: ${error}`);
  const reason = abiReason(returned);
  return new EthError('reverted', `execution reverted${reason === undefined ? '' : `: ${reason}`}`, data(returned));
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
