import type { PlacedTransaction } from '../../chain/value/block.ts';
import type { ReceiptMessage } from '../../execution/receipt.ts';
import { formatResources } from './gas.ts';
import { ethHex, hash256, hex, hexList } from './hex.ts';

const formatMessage = ({ fromAddress, toAddress, payload }: ReceiptMessage) => ({
  from_address: hex(fromAddress),
  to_address: ethHex(toAddress),
  payload: hexList(payload),
});

/** A receipt without the block it is in, as `getBlockWithReceipts` shows it. */
export function formatReceipt({ receipt, finality }: PlacedTransaction): object {
  const { execution, gas, daGas } = receipt;
  return {
    type: receipt.type,
    transaction_hash: hex(receipt.transactionHash),
    actual_fee: { amount: hex(receipt.actualFee.amount), unit: receipt.actualFee.unit },
    finality_status: finality,
    execution_status: execution.status,
    ...(execution.status === 'REVERTED' ? { revert_reason: execution.revertReason } : {}),
    messages_sent: receipt.messages.map(formatMessage),
    events: receipt.events.map(({ fromAddress, keys, data }) => ({
      from_address: hex(fromAddress),
      keys: hexList(keys),
      data: hexList(data),
    })),
    execution_resources: formatResources({ ...gas, l1DataGas: daGas.l1DataGas }),
    ...(receipt.contractAddress === undefined ? {} : { contract_address: hex(receipt.contractAddress) }),
    ...(receipt.messageHash === undefined ? {} : { message_hash: hash256(receipt.messageHash) }),
  };
}

/** A receipt with its block; while that is open it has a number and no hash. */
export function formatPlacedReceipt(placed: PlacedTransaction): object {
  return {
    ...formatReceipt(placed),
    ...(placed.block === undefined ? {} : { block_hash: hex(placed.block.hash) }),
    block_number: placed.blockNumber,
  };
}

/** How a transaction stands. */
export function formatStatus({ finality, receipt }: PlacedTransaction): object {
  const { execution } = receipt;
  return {
    finality_status: finality,
    failure_reason: execution.status === 'REVERTED' ? execution.revertReason : null,
    execution_status: execution.status,
  };
}
