import { machinePool } from '../../cairo/wasm/machinePool.ts';
import type { Executor, Print } from './executor.ts';
import { MachineExecutor } from './machineExecutor.ts';

/** An executor on the machines of the process. `print` gets what contracts print. */
export const createExecutor = (print?: Print): Executor => new MachineExecutor(machinePool, print);
