import { VmError } from '../../cairo/vmError.ts';
import type { CallContext } from '../callContext.ts';
import type { CallInfo } from '../callInfo.ts';
import { CallError, EntryPointError } from './callError.ts';
import type { Frame } from './frame.ts';
import { innerResources, stepsModeResources } from './resources.ts';

/** Ends the run of the top frame and returns the result of its call. Throws if the run ended in an invalid state. */
export function leaveCall(context: CallContext, frame: Frame): CallInfo {
  const { constants } = context.block;
  const finished = context.machine.finish(frame.syscallPointer);
  if (finished instanceof VmError) throw endError(finished.message);
  const { call, events, messages, inner, tracked } = frame;
  const inGas = tracked === 'SierraGas';
  if (inGas) context.leastGas = Math.min(context.leastGas, finished.leastGas);
  const info: CallInfo = {
    call,
    retdata: finished.retdata,
    failed: finished.failed,
    events,
    messages,
    inner,
    tracked,
    resources: inGas ? innerResources(inner) : stepsModeResources(finished.resources, frame.usages, inner, constants),
    gasConsumed: inGas ? call.initialGas - Number(finished.gasLeft) : 0,
  };
  context.meter?.leave(info, finished.resources, frame.usages, constants);
  return info;
}

/** The network prints errors about the memory of a run without a newline, and errors about its return values with one. */
const endError = (message: string) =>
  /^(Malformed return data|Validation failed)/.test(message)
    ? new EntryPointError(message)
    : new CallError([{ kind: 'text', text: message }]);
