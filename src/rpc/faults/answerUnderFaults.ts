// The one place where requests of clients meet faults, on their way from any transport to the dispatcher.
import { restIfDue } from '../../async/turns.ts';
import type { ChainValue } from '../../chain/value/chainValue.ts';
import type { DrawnFault } from '../../faults/faultPlan.ts';
import type { FaultKind, FaultRule } from '../../faults/faultRule.ts';
import type { Envelope, RequestId } from '../envelope.ts';
import type { FaultFront } from './faultFront.ts';
import { FaultInterruption } from './faultInterruption.ts';
import { laggingChain } from './laggingChain.ts';

/** What faults change about one call. */
export interface CallFaults {
  /** The chain that the replica knows which answers. */
  readonly replica?: ChainValue | undefined;
  /** The transaction is answered and never runs. */
  readonly isEvicted?: boolean | undefined;
}

/** The client of a request, as far as faults concern it. */
interface FaultedCaller {
  /** Whether it is the test's own hand. */
  readonly isControl?: boolean | undefined;
  /** Is called with the names of the faults of a request that is answered all the same. */
  readonly faulted?: ((faults: string) => void) | undefined;
}

/** One call with what was drawn for it. */
interface Drawn {
  readonly method: string;
  readonly faults: readonly DrawnFault[];
}

const NONE: CallFaults = {};

/**
 * Answers the calls of one request under the faults that are in force. A request with a call that controls the sandbox has none. Faults of
 * one call of a batch that concern its connection concern the whole batch. Throws an FaultInterruption in place of an answer that is lost.
 */
export async function answerUnderFaults<A>(
  front: FaultFront,
  envelopes: readonly Envelope[],
  answer: (faultsOf: (index: number) => CallFaults) => Promise<A>,
  { isControl = false, faulted }: FaultedCaller,
): Promise<A> {
  while (front.settled) await front.settled;
  const { plan } = front;
  const drawn = plan && !isControl ? await front.alone(() => drawAll(front, envelopes)) : undefined;
  if (!plan || !drawn) return answer(() => NONE);
  const names = new Set<FaultKind>();
  const happens = ({ method }: Drawn, fault: DrawnFault) => {
    names.add(fault.rule.fault);
    front.note(plan, fault, method);
  };
  const waitAt = async (moment: 'before' | 'after') => {
    // A request of several calls is as late as the latest of them.
    let longest = 0;
    for (const call of drawn) {
      let late = 0;
      for (const fault of call.faults) {
        const { rule } = fault;
        if (rule.fault !== 'delay' || (rule.when ?? 'before') !== moment) continue;
        happens(call, fault);
        late += fault.milliseconds;
      }
      longest = Math.max(longest, late);
      const rest = restIfDue();
      if (rest) await rest;
    }
    if (longest > 0) await front.wait(longest);
  };
  const interruptAt = (moment: 'before' | 'after') => {
    for (const call of drawn) {
      const fault = call.faults.find(({ rule }) => endsAt(rule) === moment);
      if (!fault) continue;
      happens(call, fault);
      throw interruptionOf(fault.rule, [...names].join(', '), idOf(envelopes));
    }
  };

  await waitAt('before');
  interruptAt('before');
  const ofCalls: CallFaults[] = [];
  for (const call of drawn) {
    const lagging = call.faults.find(({ rule }) => rule.fault === 'lagging');
    const evicted = call.faults.find(({ rule }) => rule.fault === 'evicted');
    for (const fault of [lagging, evicted]) if (fault) happens(call, fault);
    const blocks = lagging?.rule.fault === 'lagging' ? lagging.rule.blocks : undefined;
    ofCalls.push({
      replica: blocks === undefined ? undefined : await laggingChain(front.node, blocks),
      isEvicted: evicted !== undefined,
    });
  }
  const made = await answer((index) => ofCalls[index] ?? NONE);
  await waitAt('after');
  interruptAt('after');
  if (names.size > 0) faulted?.([...names].join(', '));
  return made;
}

/** Draws for all calls in their order, in slices; undefined if one of them is a control. What is no call has no faults. */
async function drawAll(front: FaultFront, envelopes: readonly Envelope[]): Promise<readonly Drawn[] | undefined> {
  const works = envelopes.map((envelope) => (envelope.kind === 'call' ? front.workOf(envelope.method) : undefined));
  if (envelopes.some((envelope, i) => envelope.kind === 'call' && works[i] === undefined)) return undefined;
  const drawn: Drawn[] = [];
  for (const [i, envelope] of envelopes.entries()) {
    const method = envelope.kind === 'call' ? envelope.method : '';
    drawn.push({ method, faults: works[i] ? front.decide(method, works[i]) : [] });
    const rest = restIfDue();
    if (rest) await rest;
  }
  return drawn;
}

/** When a fault ends a request without an answer; undefined if it does not. */
function endsAt(rule: FaultRule): 'before' | 'after' | undefined {
  if (rule.fault === 'cut') return rule.when ?? 'before';
  if (rule.fault === 'answer-lost') return 'after';
  return rule.fault === 'too-many-requests' || rule.fault === 'unavailable' ? 'before' : undefined;
}

function interruptionOf(rule: FaultRule, faults: string, id: RequestId): FaultInterruption {
  if (rule.fault === 'too-many-requests' || rule.fault === 'unavailable') {
    const status = rule.fault === 'unavailable' ? 503 : 429;
    return new FaultInterruption('status', faults, { status, retryAfterSeconds: rule.seconds ?? 1, id });
  }
  if (rule.fault !== 'answer-lost') return new FaultInterruption('cut', faults);
  return rule.silent
    ? new FaultInterruption('silence', faults)
    : new FaultInterruption('status', faults, { status: 504, id });
}

/** The id of a request of one call. */
function idOf(envelopes: readonly Envelope[]): RequestId {
  const [only] = envelopes;
  return envelopes.length === 1 && only?.kind === 'call' ? only.id : null;
}
