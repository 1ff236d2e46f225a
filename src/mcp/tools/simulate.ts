import type { Sandbox } from '../../library/sandbox.ts';
import type { Branch } from '../branch.ts';
import { callsInput, contractField } from '../fields.ts';
import { flag, list, object, optional, text, value } from '../input.ts';
import { addressOf } from '../names.ts';
import { classFileOf } from '../permissions.ts';
import { effectsText, outcomeText, sendCalls } from '../sending.ts';
import { branchTool } from '../tool.ts';
import type { Workbench } from '../workbench.ts';
import { controlFields, doControl } from './control.ts';
import { STORED, setStorage, storedValue, variablePath } from './storage.ts';

/** What would happen, in a copy of the chain that is thrown away. */
export const simulate = branchTool({
  name: 'simulate',
  description:
    'What would happen if: sends calls in a copy of the chain that is thrown away, after overrides of storage, classes, time, balances or senders. The chain stays as it is. compare also runs them without the overrides.',
  input: {
    calls: callsInput,
    from: optional(text('Who sends. Default: alice. For another caller of a contract use caller in control.')),
    storage: optional(
      list(
        'What if storage had these values.',
        object('', {
          contract: contractField,
          variable: text('The variable.', 1000),
          value: value('Its value.', ...STORED),
        }),
        20,
      ),
    ),
    classes: optional(
      list(
        'What if contracts ran other classes.',
        object('', {
          contract: contractField,
          class: text('The name of a contract, a class file of the project, or a class hash.', 300),
        }),
        5,
      ),
    ),
    control: optional(object('What if these controls were used before.', controlFields)),
    compare: optional(flag('Also run the calls without the overrides. Default: false.')),
  },
  run: async (original, { calls, from, compare, ...overrides }, bench) => {
    const run = async (arranges: boolean) => {
      const branch = await original.fork(await bench.nameOf(original));
      try {
        if (arranges) await arrange(bench, branch, overrides);
        const sent = await sendCalls(branch, calls, from);
        return { text: outcomeText(sent), data: effectsText(branch, sent) };
      } finally {
        await branch.box.close();
      }
    };
    const simulated = await run(true);
    if (!compare) return { text: `It ${simulated.text}. Nothing has changed.`, data: simulated.data };
    const plain = await run(false);
    return {
      text: `With the overrides it ${simulated.text}. Without them it ${plain.text}. Nothing has changed.`,
      data: `With the overrides:\n${simulated.data}\n\nWithout them:\n${plain.data}`,
    };
  },
});

interface Overrides {
  readonly storage:
    | readonly { readonly contract: string; readonly variable: string; readonly value: unknown }[]
    | undefined;
  readonly classes: readonly { readonly contract: string; readonly class: string }[] | undefined;
  readonly control: Parameters<typeof doControl>[1] | undefined;
}

async function arrange(bench: Workbench, branch: Branch, { storage, classes, control }: Overrides): Promise<void> {
  const { box } = branch;
  for (const { contract, variable, value: next } of storage ?? [])
    await setStorage(
      branch,
      await addressOf(branch, contract),
      variablePath(branch, variable),
      storedValue(branch, next),
    );
  for (const { contract, class: source } of classes ?? [])
    await box.setClassHash(await addressOf(branch, contract), await classHashOf(bench, box, source));
  if (control) await doControl(branch, control);
}

async function classHashOf({ permissions }: Workbench, box: Sandbox, source: string): Promise<string> {
  if (/^0x[0-9a-fA-F]{1,64}$/.test(source)) return source;
  return (await box.declare(await classFileOf(source, permissions))).classHash;
}
