import type { RpcMethod } from '../../../../src/rpc/schema.ts';
import { useQuery } from './hooks.ts';

/** Why the node refuses a method; undefined if it answers it, and while that is not known. */
export type Refusal = (method: RpcMethod) => string | undefined;

/** The words for a method that the node was started without. */
export const refusalText = (method: string): string =>
  `This node refuses ${method}: it was started with --restrictive-mode.`;

/** What the node refuses to its clients, so that the page does not offer it. */
export function useRefusals(): Refusal {
  const forbidden = useQuery('sandbox_getConfig', {}, 'fixed').data?.forbidden_methods;
  return (method) => (forbidden?.includes(method) ? refusalText(method) : undefined);
}
