import { describe, expect, test } from 'vitest';
import { parseJson } from '../json/parseJson.ts';
import { limits } from '../protocol/limits.ts';
import { describeFault } from './describeFault.ts';
import { faultKinds, faultNames, membersOf } from './faultKinds.ts';
import type { FaultRule } from './faultRule.ts';
import { readFaults } from './readFaults.ts';

const read = (text: string) => readFaults(parseJson(text, { depth: 20, values: 10_000, digits: 100 }));

/** A rule of every kind, with sentences about it. */
const sentences: readonly (readonly [FaultRule, string])[] = [
  [{ fault: 'delay', milliseconds: 200 }, 'Every request is 200 ms late.'],
  [
    { fault: 'delay', milliseconds: { uniform: [100, 500] }, when: 'after', at: 1 },
    'The 1st request takes effect, and is answered 100 to 500 ms late.',
  ],
  [
    { fault: 'delay', milliseconds: { exponential: 50, cap: 400 }, probability: 0.125 },
    'With a probability of 12.5 %, each request is about 50 ms (at most 400) late.',
  ],
  [{ fault: 'cut', block: 7 }, 'The first request from block 7 on has no effect, because its connection is cut.'],
  [
    { fault: 'cut', when: 'after', at: [2, 3, 11, 21] },
    'The 2nd, 3rd, 11th and 21st request takes effect, but its connection is cut before the answer.',
  ],
  [
    { fault: 'too-many-requests', seconds: 5, times: 2 },
    'Every request is refused with 429 (too many requests; retry after 5 s), at most 2 times.',
  ],
  [
    { fault: 'unavailable', method: ['a', 'b'], block: 7, times: 3 },
    'From block 7 on, each request of a or b is refused with 503 (unavailable; retry after 1 s), at most 3 times.',
  ],
  [{ fault: 'answer-lost', method: 'add', at: 3 }, 'The 3rd request of add takes effect, but its answer is lost.'],
  [{ fault: 'answer-lost', silent: true }, 'Every request takes effect, but its answer is lost without a word.'],
  [
    { fault: 'evicted', at: 1 },
    'The 1st request is answered with a hash, but its transaction is evicted and never runs.',
  ],
  [
    { fault: 'lagging', blocks: 2, probability: 0.5 },
    'With a probability of 50 %, each request is answered by a replica that is 2 blocks behind.',
  ],
  [{ fault: 'notification-dropped', at: 4 }, 'The 4th notification is dropped.'],
  [{ fault: 'notification-doubled' }, 'Every notification is sent twice.'],
  [{ fault: 'notification-late', milliseconds: 30 }, 'Every notification is 30 ms late.'],
  [{ fault: 'socket-cut', at: 1 }, 'The 1st notification is lost, because its WebSocket is cut.'],
  [
    { fault: 'reorganisation', blocks: 2, block: 12 },
    'After block 12, the last 2 blocks are taken back and their transactions run again in another order.',
  ],
];

test.each(sentences)('%j is read as it is, and said in a sentence', (rule, sentence) => {
  expect(read(JSON.stringify({ seed: 3, rules: [rule] }))).toEqual({ seed: 3, rules: [rule] });
  expect(describeFault(rule)).toBe(sentence);
});

test('every kind has a sentence, and its example has only members that the kind takes', () => {
  expect(new Set(sentences.map(([{ fault }]) => fault))).toEqual(new Set(faultNames));
  for (const [rule] of sentences) for (const name of Object.keys(rule)) expect(membersOf(rule.fault)).toContain(name);
  for (const kind of Object.values(faultKinds)) expect(kind.about).toMatch(/\.$/);
});

test('a list of rules alone has the seed 0', () => {
  expect(read('[{ "fault": "cut" }]')).toEqual({ seed: 0, rules: [{ fault: 'cut' }] });
});

describe('a rule that cannot be used is refused with its place and the way out', () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['7', 'expected an object such as { "seed": 1'],
    ['{ "rule": [] }', 'rule: there is no such member. Did you mean rules? There are seed, rules.'],
    ['{ "seed": -1, "rules": [] }', 'seed: expected a whole number from 0 to 4294967295'],
    ['{ "rules": {} }', 'rules: expected a list of rules'],
    ['[3]', 'rules[0]: expected a rule such as'],
    ['[{}]', 'rules[0].fault: it is missing. There are delay, cut,'],
    ['[{ "fault": "dely" }]', 'rules[0].fault: there is no fault "dely". Did you mean delay?'],
    [
      '[{ "fault": "cut" }, { "fault": "cut", "wen": "after" }]',
      'rules[1].wen: there is no such member of cut. Did you mean when?',
    ],
    ['[{ "fault": "delay" }]', 'rules[0].milliseconds: delay needs it'],
    ['[{ "fault": "delay", "milliseconds": 60001 }]', 'rules[0].milliseconds: expected milliseconds from 0 to 60000'],
    [
      '[{ "fault": "delay", "milliseconds": "1" }]',
      'rules[0].milliseconds: expected a number, { "uniform": [100, 500] }',
    ],
    [
      '[{ "fault": "delay", "milliseconds": { "uniform": [5, 1] } }]',
      'rules[0].milliseconds.uniform: the shortest time comes first',
    ],
    [
      '[{ "fault": "delay", "milliseconds": { "uniform": [5] } }]',
      'rules[0].milliseconds.uniform: expected the shortest and the longest',
    ],
    [
      '[{ "fault": "delay", "milliseconds": { "exponential": 5 } }]',
      'rules[0].milliseconds.cap: expected milliseconds',
    ],
    [
      '[{ "fault": "cut", "probability": 1.5 }]',
      'rules[0].probability: expected a number from 0 (never) to 1 (always)',
    ],
    ['[{ "fault": "cut", "at": 0 }]', 'rules[0].at: expected a whole number of at least 1'],
    ['[{ "fault": "cut", "at": [1, 2.5] }]', 'rules[0].at[1]: expected a whole number'],
    ['[{ "fault": "cut", "at": [] }]', 'rules[0].at: the list is empty.'],
    [
      '[{ "fault": "cut", "at": 1, "probability": 0.5 }]',
      'rules[0]: it has probability and at, of which a rule has one.',
    ],
    ['[{ "fault": "lagging", "blocks": 65 }]', 'rules[0].blocks: expected a whole number from 1 to 64'],
    ['[{ "fault": "cut", "times": 0 }]', 'rules[0].times: expected a whole number of at least 1'],
    [
      '[{ "fault": "reorganisation", "blocks": 1, "method": "x" }]',
      'rules[0].method: there is no such member of reorganisation',
    ],
    ['[{ "fault": "answer-lost", "silent": 1 }]', 'rules[0].silent: expected true or false'],
    ['[{ "fault": "__proto__" }]', 'there is no fault "__proto__"'],
    [`[{ "fault": "${'x'.repeat(9999)}" }]`, `there is no fault "${'x'.repeat(40)}…"`],
  ];

  test.each(wrong)('%s', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('too many rules, points and names', () => {
    const cut = { fault: 'cut' };
    expect(() => readFaults(Array(limits.faultRules + 1).fill(cut))).toThrow('there are 101 rules');
    const list = Array.from({ length: limits.faultPoints + 1 }, (_, i) => i + 1);
    expect(() => readFaults([{ ...cut, at: list }])).toThrow('rules[0].at: the list has 1001 items');
    expect(() => readFaults([{ ...cut, method: list.map(String) }])).toThrow('rules[0].method: the list has 1001');
  });
});
