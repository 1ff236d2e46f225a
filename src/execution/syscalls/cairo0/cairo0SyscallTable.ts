import type { SyscallName } from '../../../protocol/syscalls.ts';
import type { SyscallHandler } from '../syscallIo.ts';
import { callContract, delegateCall, delegateL1Handler, deploy, libraryCall, libraryCallL1Handler } from './calls.ts';
import { emitEvent, replaceClass, sendMessageToL1, storageRead, storageWrite } from './effects.ts';
import {
  getBlockNumber,
  getBlockTimestamp,
  getCallerAddress,
  getContractAddress,
  getSequencerAddress,
  getTxInfo,
  getTxSignature,
} from './infos.ts';

/** The system calls of Cairo 0 classes. They cost no gas, and a contract cannot catch their failures. */
export const CAIRO0_SYSCALLS: Readonly<Partial<Record<SyscallName, SyscallHandler>>> = {
  CallContract: callContract,
  DelegateCall: delegateCall,
  DelegateL1Handler: delegateL1Handler,
  Deploy: deploy,
  EmitEvent: emitEvent,
  GetBlockNumber: getBlockNumber,
  GetBlockTimestamp: getBlockTimestamp,
  GetCallerAddress: getCallerAddress,
  GetContractAddress: getContractAddress,
  GetSequencerAddress: getSequencerAddress,
  GetTxInfo: getTxInfo,
  GetTxSignature: getTxSignature,
  LibraryCall: libraryCall,
  LibraryCallL1Handler: libraryCallL1Handler,
  ReplaceClass: replaceClass,
  SendMessageToL1: sendMessageToL1,
  StorageRead: storageRead,
  StorageWrite: storageWrite,
};
