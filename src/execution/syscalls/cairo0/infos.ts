import { keyOfNumber } from '../../../felt/key.ts';
import { blockInfo, shownVersion, writeCells } from '../executionInfo.ts';
import { type SyscallHandler, type SyscallIo, unauthorized } from '../syscallIo.ts';

export const getBlockNumber: SyscallHandler = (io) => {
  io.writeKey(blockInfo(io)[0]!);
};

export const getBlockTimestamp: SyscallHandler = (io) => {
  io.writeKey(blockInfo(io)[1]!);
};

export const getSequencerAddress: SyscallHandler = (io) => {
  if (io.context.mode === 'Validate') throw unauthorized('get_sequencer_address');
  io.writeKey(blockInfo(io)[2]!);
};

export const getCallerAddress: SyscallHandler = (io) => {
  io.writeKey(io.frame.call.caller);
};

export const getContractAddress: SyscallHandler = (io) => {
  io.writeKey(io.frame.call.contractAddress);
};

export const getTxSignature: SyscallHandler = (io) => {
  io.writeKey(keyOfNumber(io.context.transaction.signature.length));
  io.writePointer(signatureOf(io));
};

/** The transaction info is written once per frame. If the class sees a different version, it is written at every call, as on the network. */
export const getTxInfo: SyscallHandler = (io) => {
  const { transaction, block } = io.context;
  const version = shownVersion(io, io.constants.v1BoundCairo0);
  const isOwn = version === transaction.version;
  let info = isOwn ? io.frame.executionInfo : undefined;
  if (info === undefined) {
    const { account, maxFee, signature, hash, nonce } = transaction;
    const start = signatureOf(io);
    info = writeCells(io, [version, account, maxFee, keyOfNumber(signature.length), start, hash, block.chainId, nonce]);
    if (isOwn) io.frame.executionInfo = info;
  }
  io.writePointer(info);
};

const signatureOf = (io: SyscallIo) => (io.frame.signature ??= io.readOnly(io.context.transaction.signature));
