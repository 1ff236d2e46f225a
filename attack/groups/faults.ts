import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultNames, membersOf } from '../../src/faults/faultKinds.ts';
import { limits } from '../../src/protocol/limits.ts';
import { Random } from '../../test/support/random.ts';
import { type AttackGroup, mustHold } from '../attack.ts';
import { oddValue } from '../oddValue.ts';
import { Target } from '../target.ts';

/** A method that nobody else uses, so that only the attacker is disturbed. */
const OWN = 'starknet_specVersion';
const START_MS = 10_000;

/** Files that no node may start with, nor be held up by. */
const FILES: Readonly<Record<string, () => string>> = {
  'long.json': () => `[${'{"fault":"cut"},'.repeat(5_000_000)}{"fault":"cut"}]`,
  'many.json': () => `[${'{"fault":"cut"},'.repeat(60_000)}{"fault":"cut"}]`,
  'deep.json': () => `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
  'names.json': () => JSON.stringify([{ fault: 'cut', method: Array(1001).fill(OWN) }]),
  'word.json': () => JSON.stringify([{ fault: 'x'.repeat(900_000) }]),
  'keys.json': () => JSON.stringify([Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, 1]))]),
  'empty.json': () => '',
};

/** A rule whose members fit its fault more often than not. */
function nonsense(random: Random): unknown {
  if (random.below(8) === 0) return oddValue(random);
  const fault = random.pick(faultNames);
  const rule: Record<string, unknown> = { fault };
  for (const name of membersOf(fault).slice(1))
    if (name === 'method' || random.below(2)) rule[name] = memberValue(name, random);
  return rule;
}

function memberValue(name: string, random: Random): unknown {
  // Rules for all methods would disturb the client that measures.
  if (name !== 'method' && random.below(6) === 0) return oddValue(random);
  switch (name) {
    case 'method':
      return OWN;
    case 'milliseconds':
      return random.pick([0, 1, { uniform: [0, 1] }, { exponential: 1, cap: 2 }]);
    case 'when':
      return random.pick(['before', 'after']);
    case 'silent':
      return false;
    case 'probability':
      return random.pick([0, 1, 0.5]);
    default:
      return 1 + random.below(5);
  }
}

export const faults: AttackGroup = {
  name: 'Faults',
  attacks: [
    {
      name: 'huge fault files, and files of nonsense',
      short: true,
      run: async (target) => {
        const messages: string[] = [];
        for (const [name, text] of Object.entries(FILES)) {
          writeFileSync(join(target.folder, name), text());
          const started = await Target.start({ options: ['--faults', name], folder: target.folder, waits: false });
          const timer = setTimeout(() => started.child.kill('SIGKILL'), START_MS);
          const status = await started.end;
          clearTimeout(timer);
          mustHold(
            status === 2 || status === 1,
            `with ${name} it ended with ${status}: ${started.output.slice(0, 200)}`,
          );
          mustHold(started.output.includes('--faults'), `with ${name} it says ${started.output.slice(0, 200)}`);
          mustHold(started.output.length < 4000, `with ${name} it printed ${started.output.length} characters`);
          messages.push(started.output);
        }
        return `${messages.length} files refused`;
      },
    },
    {
      name: 'rules of nonsense',
      short: true,
      options: ['--state-archive-capacity', 'full'],
      run: async (target, { seed, cases }) => {
        const random = new Random(seed);
        let accepted = 0;
        for (let i = 0; i < cases / 10; i++) {
          const rules = Array.from({ length: random.below(4) }, () => nonsense(random));
          const { error } = await target.ask('devnet_setFaults', {
            rules,
            seed: random.below(2) ? i : oddValue(random),
          });
          mustHold(error?.code !== -32603, `${error?.message} (seed ${seed}, case ${i})`);
          if (!error) accepted++;
          await target.ask(OWN);
          if (i % 20 === 0) await target.call('devnet_createBlock');
        }
        await target.call('devnet_setFaults', { rules: [] });
        await target.call(OWN);
        mustHold(accepted > 0, 'no rules were accepted');
        return `${accepted} of ${Math.ceil(cases / 10)} lists accepted, no internal error`;
      },
    },
    {
      name: 'as many rules and points as there may be, and requests that all wait a minute',
      run: async (target) => {
        const points = Array.from({ length: limits.faultPoints }, (_, i) => i + 1);
        const rules = Array.from({ length: limits.faultRules }, () => ({
          fault: 'delay',
          milliseconds: limits.faultSeconds * 1000,
          method: OWN,
          at: points,
        }));
        await target.call('devnet_setFaults', { rules });
        const waiting = Array.from({ length: 500 }, () => target.ask(OWN));
        const { total } = await waitFor(target, 500 * limits.faultRules);
        await target.call('devnet_setFaults', { rules: [] });
        const answers = await Promise.all(waiting);
        mustHold(
          answers.every(({ result }) => typeof result === 'string'),
          'a delayed request was not answered when the faults ended',
        );
        return `${total} faults, all requests answered`;
      },
    },
  ],
};

/** Waits until so many faults have happened. */
async function waitFor(target: Target, count: number): Promise<{ readonly total: number }> {
  for (let i = 0; i < 1000; i++) {
    const report = await target.call<{ readonly total: number }>('devnet_getFaults');
    if (report.total >= count) return report;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  mustHold(false, `fewer than ${count} faults happened`);
}
