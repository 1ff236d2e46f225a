import { expect, test } from 'vitest';
import { FaultPlan } from './faultPlan.ts';
import type { FaultRule, FaultSettings } from './faultRule.ts';

/** The places, from 1, of the requests out of `count` that a rule applies to. */
function hits(settings: FaultSettings, count: number, index = 0, name = 'call'): number[] {
  const plan = new FaultPlan(settings);
  return Array.from({ length: count }, (_, i) => i + 1).filter(() =>
    plan.decide({ occasion: 'request', name, work: 'read', block: 0 }).some((drawn) => drawn.index === index),
  );
}

const likely: FaultRule = { fault: 'unavailable', probability: 0.3 };

test('the same seed gives the same faults, and another seed gives others', () => {
  expect(hits({ seed: 7, rules: [likely] }, 200)).toEqual(hits({ seed: 7, rules: [likely] }, 200));
  expect(hits({ seed: 7, rules: [likely] }, 200)).not.toEqual(hits({ seed: 8, rules: [likely] }, 200));
});

test('a probability is met, and 0 and 1 are exact', () => {
  const { length } = hits({ seed: 1, rules: [likely] }, 10_000);
  expect(length).toBeGreaterThan(2800);
  expect(length).toBeLessThan(3200);
  expect(hits({ rules: [{ ...likely, probability: 0 }] }, 1000)).toEqual([]);
  expect(hits({ rules: [{ ...likely, probability: 1 }] }, 1000)).toHaveLength(1000);
});

test('what a rule draws does not depend on the rules beside it, nor on how often it may apply', () => {
  const alone = hits({ seed: 3, rules: [likely] }, 100);
  const delay: FaultRule = { fault: 'delay', milliseconds: { uniform: [1, 9] }, probability: 0.5 };
  expect(hits({ seed: 3, rules: [delay, likely, delay] }, 100, 1)).toEqual(alone);
  expect(hits({ seed: 3, rules: [{ ...likely, times: 4 }] }, 100)).toEqual(alone.slice(0, 4));
});

test('equal rules draw for themselves', () => {
  const settings = { seed: 3, rules: [likely, likely] };
  expect(hits(settings, 100, 0)).not.toEqual(hits(settings, 100, 1));
});

test('points count what the rule can apply to, and nothing else', () => {
  const plan = new FaultPlan({
    rules: [
      { fault: 'cut', method: 'call', at: [2, 3] },
      { fault: 'evicted', at: 1 },
    ],
  });
  const read = (name: string) => plan.decide({ occasion: 'request', name, work: 'read', block: 0 }).length;
  expect([read('call'), read('getNonce'), read('call'), read('getNonce'), read('call'), read('call')]).toEqual([
    0, 0, 1, 0, 1, 0,
  ]);
  const send = () => plan.decide({ occasion: 'request', name: 'add', work: 'transaction', block: 0 }).length;
  expect([send(), send()]).toEqual([1, 0]);
  expect(plan.rules.map(({ seen }) => seen)).toEqual([4, 2]);
});

test('a block is a point: the rule applies once when the block is there, or as often as it says', () => {
  const at = (times?: number) => {
    const plan = new FaultPlan({ rules: [{ fault: 'cut', block: 5, times }] });
    return [3, 4, 5, 6, 7].map((block) => plan.decide({ occasion: 'request', name: 'x', work: 'read', block }).length);
  };
  expect(at()).toEqual([0, 0, 1, 0, 0]);
  expect(at(2)).toEqual([0, 0, 1, 1, 0]);
});

test('times are drawn as the distribution says, and never beyond their cap', () => {
  const times = (milliseconds: Extract<FaultRule, { fault: 'delay' }>['milliseconds']) => {
    const plan = new FaultPlan({ seed: 5, rules: [{ fault: 'delay', milliseconds }] });
    const next = () => plan.decide({ occasion: 'request', name: 'x', work: 'read', block: 0 })[0]!.milliseconds;
    return Array.from({ length: 5000 }, next);
  };
  expect(new Set(times(20))).toEqual(new Set([20]));
  const uniform = times({ uniform: [10, 12] });
  expect(new Set(uniform)).toEqual(new Set([10, 11, 12]));
  const exponential = times({ exponential: 100, cap: 300 });
  const mean = exponential.reduce((sum, time) => sum + time, 0) / exponential.length;
  // The cap takes 100 * e^-3 off the mean.
  expect(mean).toBeGreaterThan(88);
  expect(mean).toBeLessThan(102);
  expect(Math.max(...exponential)).toBe(300);
});

test('only the newest faults are kept, and all are counted', () => {
  const plan = new FaultPlan({ rules: [{ fault: 'cut' }] });
  for (let i = 0; i < 1500; i++)
    for (const drawn of plan.decide({ occasion: 'request', name: 'x', work: 'read', block: 0 })) plan.note(drawn, 'x');
  expect(plan.total).toBe(1500);
  expect(plan.injected).toHaveLength(1000);
  expect(plan.injected[0]).toEqual({ number: 501, fault: 'cut', rule: 0, on: 'x', at: 501, block: 0 });
});

test('a fault has the number of its own occasion, also if it is noted after others were counted', () => {
  const plan = new FaultPlan({ rules: [{ fault: 'cut', at: 1 }] });
  const decide = () => plan.decide({ occasion: 'request', name: 'x', work: 'read', block: 0 });
  const [first] = decide();
  decide();
  decide();
  expect(plan.note(first!, 'x').at).toBe(1);
});
