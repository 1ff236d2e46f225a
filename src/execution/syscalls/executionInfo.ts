import type { Cell } from '../../cairo/machine.ts';
import { type Pointer, pointer, segmentOf } from '../../cairo/pointer.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf, keyOfNumber, ZERO_KEY } from '../../felt/key.ts';
import { QUERY_BIT } from '../hash/transactionHash.ts';
import { laterFields, type StructField, type TransactionInfo, V3_CELLS } from '../transactionInfo.ts';
import type { SyscallHandler, SyscallIo } from './syscallIo.ts';

const VERSION_1 = toFelt(1);

/**
 * Returns the execution info, which is written once per frame. Versions 1 to 3 of this system call are the same,
 * because older libraries read only the first fields of the structs.
 */
export const getExecutionInfo: SyscallHandler = (io) => {
  if (!io.charge('GetExecutionInfo')) return undefined;
  const info = (io.frame.executionInfo ??= writeExecutionInfo(io));
  io.succeed();
  io.writePointer(info);
};

function writeExecutionInfo(io: SyscallIo): Pointer {
  const { call } = io.frame;
  const block = io.readOnly(blockInfo(io));
  const transaction = writeStruct(io, transactionFields(io));
  return writeCells(io, [block, transaction, call.caller, call.contractAddress, call.selector]);
}

/** Number, timestamp and sequencer of the block. In a validation number and timestamp are rounded and the sequencer is zero. */
export function blockInfo({ context: { block: real, mode }, frame }: SyscallIo): FeltKey[] {
  const cheat = frame.call.cheated?.block;
  const block = cheat ? { ...real, ...cheat } : real;
  if (mode === 'Execute') return [keyOfNumber(block.number), keyOf(block.timestamp as Felt), block.sequencerAddress];
  const { blockNumber, timestamp } = block.constants.validateRounding;
  const number = block.number - (block.number % blockNumber);
  const time = block.timestamp - (block.timestamp % BigInt(timestamp));
  return [keyOfNumber(number), keyOf(time as Felt), ZERO_KEY];
}

/** The transaction version that a class sees. Some account classes were written for version 1 and see that, as long as the tip is small. */
export function shownVersion(io: SyscallIo, oldAccounts: ReadonlySet<FeltKey>): FeltKey {
  const { transaction, block } = io.context;
  const { v3, onlyQuery, version } = transaction;
  if (!v3 || v3.tip > block.constants.v1BoundMaxTip || !oldAccounts.has(io.frame.call.classHash)) return version;
  return keyOf(onlyQuery ? ((VERSION_1 + QUERY_BIT) as Felt) : VERSION_1);
}

function transactionFields(io: SyscallIo): StructField[] {
  const { transaction, block } = io.context;
  const { account, maxFee, signature, hash, nonce, v3 } = transaction;
  const fields: StructField[] = [
    shownVersion(io, io.constants.v1BoundCairo1),
    account,
    maxFee,
    { span: signature },
    hash,
    block.chainId,
    nonce,
  ];
  if (!v3) return [...fields, ...Array<FeltKey>(V3_CELLS).fill(ZERO_KEY)];
  return [...fields, { span: boundsOf(io, v3) }, ...laterFields(v3)];
}

/** The resource bounds. Some account classes can read only two of them. */
function boundsOf(io: SyscallIo, v3: NonNullable<TransactionInfo['v3']>): readonly FeltKey[] {
  const knowsTwo = io.constants.dataGasAccounts.has(io.frame.call.classHash);
  return knowsTwo ? v3.resourceBounds.slice(0, 6) : v3.resourceBounds;
}

/** Writes each span of a struct into its own segment, in order, and then the struct. */
function writeStruct(io: SyscallIo, fields: readonly StructField[]): Pointer {
  const cells: (FeltKey | Pointer)[] = [];
  for (const field of fields) {
    if (typeof field === 'string') cells.push(field);
    else {
      const start = io.readOnly(field.span);
      cells.push(start, (start + field.span.length) as Pointer);
    }
  }
  return writeCells(io, cells);
}

/** Makes a new read-only segment of felts and addresses. */
export function writeCells(io: SyscallIo, cells: readonly (FeltKey | Pointer)[]): Pointer {
  const { machine } = io;
  const start = pointer(machine.addSegment(), 0);
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    const at = (start + i) as Pointer;
    if (typeof cell === 'string') machine.setKey(at, cell);
    else machine.set(at, cell as Cell);
  }
  machine.setReadOnly(segmentOf(start), cells.length);
  return start;
}
