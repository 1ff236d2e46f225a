import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { ClassLibrary } from '../../src/classes/classLibrary.ts';
import { configure } from '../../src/cli/options/configure.ts';
import { readGiven, readOptions } from '../../src/cli/options/parseOptions.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { executedOf, offerExactly } from '../support/exactOffer.ts';
import { skipUnless } from '../support/skipUnless.ts';

const shared = new URL('../../../shared/', import.meta.url);
const folder = new URL('tapes/', shared);

interface Tape {
  readonly name: string;
  readonly args: readonly string[];
  readonly steps: readonly { readonly request?: { readonly method?: string } }[];
}

/** The tapes that send transactions. */
const tapes = (existsSync(folder) ? readdirSync(folder) : [])
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Tape)
  .filter(({ steps }) => steps.some(({ request }) => /_add\w+Transaction$|_mint$/.test(request?.method ?? '')));

describe.runIf(skipUnless(tapes.length > 0, 'there is no folder of recorded material (../shared)'))(
  'recorded transactions (../shared/tapes)',
  () => {
    // All tapes start from the same classes.
    const library = new ClassLibrary();
    let checked = 0;

    test.each(tapes)('$name: each succeeds with exactly the bounds of its estimate', async (tape) => {
      const system = ['--system-classes', fileURLToPath(new URL('artifacts/system', shared))];
      const args = tape.args.map((arg) => arg.replace('$SHARED', fileURLToPath(shared)));
      const command = readGiven([...args, ...system], {});
      if (command.kind !== 'given') throw new Error(`${tape.name} has options of another kind`);
      const { options, given } = readOptions(command.given, undefined);
      const node = await createBundledNode(configure(options, given), undefined, { library });
      const hub = new Hub(node);
      const seen = new Set<unknown>();
      for (const { request } of tape.steps) {
        if (request === undefined) continue;
        await answerText(JSON.stringify(request), hub.dispatcher);
        for (const { executed, rerun } of executedOf(node.value, node.chainId)) {
          if (seen.has(executed)) continue;
          seen.add(executed);
          const offered = offerExactly(rerun());
          if (!offered) continue;
          checked++;
          expect(offered.outcome).toMatchObject({ kind: 'included', executed: { failure: undefined } });
          // None of the recorded transactions needs more gas than it uses, and the tapes contain what it uses.
          expect(offered.estimated).toEqual(offered.used);
        }
      }
      hub.end();
      node.close();
    });

    test('are many', () => expect(checked).toBeGreaterThanOrEqual(80));
  },
);
