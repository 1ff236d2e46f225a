import type { TypedTransaction } from '@ethereumjs/tx';
import { EthError } from './ethError.ts';
import type { EthCall } from './ethParams.ts';
import type { EvmMachine } from './evmMachine.ts';
import { refusalReason } from './refusalReason.ts';

/** What senders who do not say pay above the base fee. */
export const USUAL_TIP = 10n ** 9n;

/** A transaction of this account as EthereumJS has it, without a signature. */
export function unsignedTransaction(machine: EvmMachine, call: EthCall, baseFee: bigint): TypedTransaction {
  const { from = `0x${'0'.repeat(40)}`, to, data, value, gas, nonce, accessList } = call;
  const { createTx } = machine.packages.tx;
  const common = {
    ...(to !== undefined && { to }),
    ...(gas !== undefined && { gasLimit: gas }),
    ...(nonce !== undefined && { nonce }),
    ...(accessList && { accessList: [...accessList] }),
    data,
    value,
  };
  const tip = call.maxPriorityFeePerGas ?? least(USUAL_TIP, call.maxFeePerGas ?? USUAL_TIP);
  const fees =
    call.gasPrice === undefined
      ? { type: 2, maxFeePerGas: call.maxFeePerGas ?? 2n * baseFee + tip, maxPriorityFeePerGas: tip }
      : { type: accessList ? 1 : 0, gasPrice: call.gasPrice };
  return sentBy(machine, from, () =>
    createTx({ ...common, ...fees } as never, { common: machine.common, freeze: false }),
  );
}

/** Lets a transaction without a signature be that of an account. Its hash covers the account, so that two accounts have two. */
function sentBy(machine: EvmMachine, from: `0x${string}`, create: () => TypedTransaction): TypedTransaction {
  const { createAddressFromString, hexToBytes, bytesToBigInt } = machine.packages.util;
  const sender = createAddressFromString(from);
  try {
    const unsigned = create();
    const signed = unsigned.addSignature(unsigned.type === 0 ? 27n : 0n, bytesToBigInt(hexToBytes(from)) + 1n, 1n);
    return Object.assign(signed, { getSenderAddress: () => sender });
  } catch (error) {
    throw new EthError('refused', refusalReason(error));
  }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
