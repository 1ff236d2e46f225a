import type { Machine } from '../cairo/machine.ts';
import type { StateReader } from '../state/stateReader.ts';
import type { BlockContext } from './blockContext.ts';
import type { CallMeter } from './callMeter.ts';
import type { CallObserver } from './callObserver.ts';

/** What an execution runs on: a state that it does not change, a block's header, and a machine that nothing else uses meanwhile. */
export interface ExecutionEnvironment {
  readonly state: StateReader;
  readonly block: BlockContext;
  readonly machine: Machine;
  readonly observer?: CallObserver | undefined;
  readonly meter?: CallMeter | undefined;
}
