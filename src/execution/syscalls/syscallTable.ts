import { secp256k1, secp256r1 } from '../../felt/secp.ts';
import type { SyscallName } from '../../protocol/syscalls.ts';
import { callContract, libraryCall } from './callContract.ts';
import { getClassHashAt, replaceClass } from './classes.ts';
import { deploy } from './deploy.ts';
import { emitEvent } from './emitEvent.ts';
import { getExecutionInfo } from './executionInfo.ts';
import { getBlockHash } from './getBlockHash.ts';
import { keccak } from './keccak.ts';
import { metaTxV0 } from './metaTx.ts';
import { secpSyscalls } from './secp.ts';
import { sendMessageToL1 } from './sendMessageToL1.ts';
import { sha256ProcessBlock, sha512ProcessBlock } from './sha.ts';
import { storageRead, storageWrite } from './storage.ts';
import type { SyscallHandler } from './syscallIo.ts';

const k1 = secpSyscalls(secp256k1, 'Secp256k1');
const r1 = secpSyscalls(secp256r1, 'Secp256r1');

/** The system calls of Sierra classes. */
export const SIERRA_SYSCALLS: Readonly<Partial<Record<SyscallName, SyscallHandler>>> = {
  CallContract: callContract,
  Deploy: deploy,
  EmitEvent: emitEvent,
  GetBlockHash: getBlockHash,
  GetClassHashAt: getClassHashAt,
  GetExecutionInfo: getExecutionInfo,
  Keccak: keccak,
  LibraryCall: libraryCall,
  MetaTxV0: metaTxV0,
  ReplaceClass: replaceClass,
  Secp256k1Add: k1.Add,
  Secp256k1GetPointFromX: k1.GetPointFromX,
  Secp256k1GetXy: k1.GetXy,
  Secp256k1Mul: k1.Mul,
  Secp256k1New: k1.New,
  Secp256r1Add: r1.Add,
  Secp256r1GetPointFromX: r1.GetPointFromX,
  Secp256r1GetXy: r1.GetXy,
  Secp256r1Mul: r1.Mul,
  Secp256r1New: r1.New,
  SendMessageToL1: sendMessageToL1,
  Sha256ProcessBlock: sha256ProcessBlock,
  Sha512ProcessBlock: sha512ProcessBlock,
  StorageRead: storageRead,
  StorageWrite: storageWrite,
};
