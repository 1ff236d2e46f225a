import { isSandboxContract, markContract } from '../library/contracts/madeContracts.ts';
import type { Sandbox } from '../library/index.ts';

/** How deep contracts are looked for in what `setup` returned. */
const MAX_DEPTH = 4;

/** What `setup` returned, with its contracts bound to the sandbox of a test. What has none is returned as it is. */
export const boundTo = <T>(values: T, box: () => Sandbox): T => bound(values, box, 0) as T;

function bound(value: unknown, box: () => Sandbox, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (isSandboxContract(value)) return markContract({ ...value, ...box().contract(value.abi, value.address) });
  if (Array.isArray(value)) {
    const items = value.map((item) => bound(item, box, depth + 1));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (!isPlain(value)) return value;
  const changed = Object.entries(value).flatMap(([name, member]) => {
    const mine = bound(member, box, depth + 1);
    return mine === member ? [] : [[name, mine]];
  });
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

/** Whether something is an object as `{}` makes it, also in another realm. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
