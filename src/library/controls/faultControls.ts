import type { InjectedFault } from '../../faults/faultPlan.ts';
import type { FaultRule, FaultSettings } from '../../faults/faultRule.ts';
import type { FaultReport } from '../../rpc/format/faults.ts';
import type { SendRequest } from '../requests/requests.ts';

/**
 * Faults between a sandbox and its clients: those that use `box.fetch`, `box.request`, `box.WebSocket`, `provider(box)`, or HTTP after
 * `box.listen()`. The methods of the sandbox itself are never disturbed. A fault is no part of the chain: snapshots, dumps and state files
 * do not have it. A clone begins with the faults of `Sandbox.create`, if there were any, counted from the start.
 *
 * @example
 * await box.faults.set([{ fault: 'unavailable', probability: 0.2 }], { seed: 7 });
 */
export class FaultControls {
  readonly #request: SendRequest;

  /** @internal */
  constructor(request: SendRequest) {
    this.#request = request;
  }

  /**
   * Puts rules into force, in place of those before, and counts from the start. The same seed and the same requests in the same order give
   * the same faults.
   *
   * @throws SandboxError for a rule that cannot be used; the message names the place.
   * @example
   * await box.faults.set([
   *   { fault: 'delay', milliseconds: { exponential: 100, cap: 2000 }, probability: 0.5 },
   *   { fault: 'evicted', at: 2 },
   * ]);
   */
  async set(
    faults: readonly FaultRule[] | FaultSettings,
    { seed }: { readonly seed?: number | undefined } = {},
  ): Promise<void> {
    const { rules, seed: given }: FaultSettings = 'rules' in faults ? faults : { rules: faults };
    await this.#request('devnet_setFaults', { rules, seed: seed ?? given ?? 0 });
  }

  /**
   * The rules in force with a sentence about each, how often each applied, and the newest faults that happened.
   *
   * @example
   * for (const { text, injected } of (await box.faults.get()).rules) console.log(injected, text);
   */
  get(): Promise<FaultReport> {
    return this.#request('devnet_getFaults');
  }

  /**
   * The newest faults that happened, oldest first.
   *
   * @example
   * for (const { fault, on } of await box.faults.injected()) console.log(fault, on);
   */
  async injected(): Promise<readonly InjectedFault[]> {
    return (await this.get()).injected;
  }

  /**
   * Ends all faults. Requests and notifications that wait because of one go on, and a reorganisation that has begun is complete.
   *
   * @example
   * afterEach(() => box.faults.clear());
   */
  async clear(): Promise<void> {
    await this.#request('devnet_setFaults', { rules: [] });
  }
}
