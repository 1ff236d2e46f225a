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
  await front.settled;
  const { plan } = front;
  const drawn = plan && !isControl ? drawAll(front, envelopes) : undefined;
  if (!plan || !drawn) return answer(() => NONE);
  const names = new Set<FaultKind>();
  const happens = ({ method }: Drawn, fault: DrawnFault) => {
    names.add(fault.rule.fault);
    front.note(plan, fault, 'request', method);
  };
  const waitAt = async (moment: 'before' | 'after') => {
    const delays = allOf(drawn, (rule) => rule.fault === 'delay' && (rule.when ?? 'before') === moment);
    for (const [call, fault] of delays) happens(call, fault);
    // Many rules for many requests at once are long work.
    await restIfDue();
    // A request of several calls is as late as the latest of them.
    const longest = Math.max(0, ...drawn.map((call) => sumOf(delays.filter(([of]) => of === call))));
    if (longest > 0) await front.wait(longest);
  };
  const interruptAt = (moment: 'before' | 'after') => {
    const [first] = allOf(drawn, (rule) => endsAt(rule) === moment);
    if (!first) return;
    happens(...first);
    throw interruptionOf(first[1].rule, [...names].join(', '), idOf(envelopes));
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

/** Draws for all calls in their order; undefined if one of them is a control. What is no call has no faults. */
function drawAll(front: FaultFront, envelopes: readonly Envelope[]): readonly Drawn[] | undefined {
  const works = envelopes.map((envelope) => (envelope.kind === 'call' ? front.workOf(envelope.method) : undefined));
  if (envelopes.some((envelope, i) => envelope.kind === 'call' && works[i] === undefined)) return undefined;
  return envelopes.map((envelope, i) => {
    const method = envelope.kind === 'call' ? envelope.method : '';
    return { method, faults: works[i] ? front.decide(method, works[i]) : [] };
  });
}

const allOf = (drawn: readonly Drawn[], wanted: (rule: FaultRule) => boolean): (readonly [Drawn, DrawnFault])[] =>
  drawn.flatMap((call) => call.faults.filter(({ rule }) => wanted(rule)).map((fault) => [call, fault] as const));

const sumOf = (delays: readonly (readonly [Drawn, DrawnFault])[]): number =>
  delays.reduce((sum, [, { milliseconds }]) => sum + milliseconds, 0);

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
