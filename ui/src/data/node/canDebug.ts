import { useRefusals } from './refusals.ts';

/** Whether the node lets clients use its debugger. */
export function useCanDebug(method: 'sandbox_debugTransaction' | 'sandbox_debugEstimate'): boolean {
  return useRefusals()(method) === undefined;
}
