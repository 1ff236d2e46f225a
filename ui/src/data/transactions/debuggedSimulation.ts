import { readJson } from '../../transport/jsonRpc.ts';
import { jsonText } from '../text/jsonText.ts';
import type { SimulationParams } from './simulate.ts';

const KEY = 'starbox-simulation';

/** Keeps a simulation for the debugger, which is another screen. It lasts as long as the window. */
export function keepSimulation(params: SimulationParams): void {
  try {
    sessionStorage.setItem(KEY, jsonText(params));
  } catch {
    // The browser stores nothing: the debugger says that there is no simulation.
  }
}

export function keptSimulation(): SimulationParams | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    return text === null ? undefined : (readJson(text) as SimulationParams);
  } catch {
    return undefined;
  }
}
