import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { URL } from '../support/fork/chains.ts';
import { skipUnless } from '../support/skipUnless.ts';
import { type Question, TapeOrigin } from './tapeOrigin.ts';

const folder = new globalThis.URL('../../../shared/tapes/', import.meta.url);

/** The tapes of servers with one block per transaction, and the minimum number of requests of each. */
const TAPES = {
  transfer: 20,
  mint: 20,
  reverts: 40,
  declare_deploy: 30,
  classes: 15,
  messaging: 15,
  sierra_gas: 60,
  syscalls_steps: 80,
  events: 40,
  estimates: 20,
  boot: 10,
  no_history: 9,
} as const;

const isRecorded = skipUnless(existsSync(folder), 'there is no folder of recorded material (../shared)');
describe.runIf(isRecorded)('an origin that answers from a recorded session (../shared/tapes)', () => {
  let answered = 0;
  let errors = 0;
  const methods = new Set<string>();

  test.each(Object.entries(TAPES))('%s: a fork passes its answers on, including errors', async (name, least) => {
    const origin = new TapeOrigin(JSON.parse(readFileSync(new globalThis.URL(`${name}.json`, folder), 'utf8')));
    const fork = await Sandbox.create({
      seed: 22,
      accounts: 1,
      fork: { url: URL, block: origin.tip },
      fetch: origin.fetch,
    });
    origin.isStarting = false;
    const ask = async ({ method, params }: Question) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const { id: _, jsonrpc: __, ...answer } = JSON.parse(await (await fork.fetch(URL, { body })).text());
      // The fork adds the option that the origin needs.
      if (typeof answer.error?.data === 'string' && answer.error.data.startsWith('The origin '))
        delete answer.error.data;
      // Bounds that no transaction can have are refused here, with an explanation.
      if (answer.error?.data?.explanation?.startsWith('Amount and price of both '))
        delete answer.error.data.explanation;
      return answer;
    };
    const questions = origin.askable;
    for (const question of questions) {
      const { result, error } = question.expected;
      const expected = error === undefined ? { result } : { error };
      expect({ ...question, told: await ask(question) }).toEqual({ ...question, told: expected });
      answered++;
      if (error !== undefined) errors++;
      methods.add(question.method);
    }
    expect(origin.unknown).toEqual([]);
    expect(questions.length).toBeGreaterThanOrEqual(least);
    expect(origin.replayed).toBeGreaterThanOrEqual(least);
    fork.close();
  });

  test('with hundreds of answers of every kind', () => {
    expect(answered).toBeGreaterThan(450);
    expect(errors).toBeGreaterThan(40);
    expect(methods.size).toBeGreaterThanOrEqual(19);
  });
});
