import { SandboxError } from '../../library/errors.ts';
import { errors } from '../../protocol/errors.ts';
import { memberOf, quoted } from '../../text/codeNames.ts';
import type { Branch } from '../branch.ts';
import { callsInput } from '../fields.ts';
import { optional, text } from '../input.ts';
import { addressCodeOf, addressOf, codeIn } from '../names.ts';
import { effectsText, outcomeText, type Sent, sendCalls } from '../sending.ts';
import { variableOf } from '../testText.ts';
import { branchTool } from '../tool.ts';
import { accountsIn } from './deploy.ts';

/** Sends a transaction. */
export const send = branchTool({
  name: 'send',
  description:
    'Send a transaction with one or several calls, and get its result, events, printed text and storage changes by name; if it is reverted, why and at which line of Cairo. It stays on the branch: use simulate to only try, or undo afterwards.',
  input: {
    calls: callsInput,
    from: optional(
      text(
        'Who sends: an account by name or address. One without a known key must be impersonated with control; an address without an account cannot send, but control can let a contract see it as the caller. Default: alice.',
      ),
    ),
  },
  changes: true,
  run: async (branch, { calls, from }) => {
    const names = calls.map((each) => each.function.slice(0, 60)).join(', ');
    return branch.change(`send ${names}`, async () => {
      const sent = await sendCalls(branch, calls, from);
      const name = branch.addTransaction(sent.transaction.transactionHash);
      await addSteps(branch, sent, from);
      const next =
        sent.explained.status === 'SUCCEEDED'
          ? ''
          : ` Next: explain with {"transaction": "${name}"}, or debug, which begins at the failure.`;
      return { text: `${name} ${outcomeText(sent)}.${next}`, data: effectsText(branch, sent) };
    });
  },
});

async function addSteps(
  branch: Branch,
  { calls, explained, transaction }: Sent,
  from: string | undefined,
): Promise<void> {
  const codeOf = codeIn(branch);
  const option = from === undefined ? '' : `{ from: ${addressCodeOf(branch, await addressOf(branch, from))} }`;
  const [only] = calls;
  const own = only && branch.deployedAt(only.to);
  const target = own ? variableOf(own.name) : undefined;
  const sending =
    calls.length === 1 && target !== undefined
      ? `${memberOf(`${target}.write`, only!.entry.name)}(${[only!.code, option].filter((part) => part !== '').join(', ')})`
      : `box.execute([${calls.map(({ to, entry, calldata }) => `{ to: ${codeOf(to)}, entryPoint: ${quoted(entry.name)}, calldata: ${codeOf(calldata)} }`).join(', ')}]${option && `, ${option}`})`;
  const reason = reasonOf(transaction.receipt.revert_reason);
  const code =
    explained.status === 'SUCCEEDED'
      ? `await ${sending};`
      : `await expect(${sending}).toRevertWith(${quoted(reason)});`;
  branch.addStep({ code, accounts: accountsIn(code) });
}

/** The panic message of the innermost contract, as matchers compare it. */
const reasonOf = (revert_reason = ''): string =>
  new SandboxError('', { ...errors.transactionExecutionError, data: { revert_reason } }).reason;
