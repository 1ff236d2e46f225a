import type { ProtocolConstants } from '../../protocol/constants.ts';
import type { CallInfo } from '../callInfo.ts';
import type { GasVector } from '../gasVector.ts';
import type { GasMode } from '../trace.ts';
import { computationGas } from './computationGas.ts';

/** The computation of one call with all it called, as traces show it. */
export const invocationGas = (info: CallInfo, mode: GasMode, constants: ProtocolConstants): GasVector =>
  computationGas(info.resources, BigInt(info.gasConsumed), 0, mode, constants);
