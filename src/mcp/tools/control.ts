import { ToolError } from '../answer.ts';
import type { Branch } from '../branch.ts';
import { integer, list, object, optional, text, value, word } from '../input.ts';
import { addressCodeOf, addressOf } from '../names.ts';
import { quoted } from '../testText.ts';
import { tool } from '../tool.ts';
import { accountsIn } from './deploy.ts';
import { storedValue } from './storage.ts';

/** What controls the chain: also used for what-ifs. */
export const controlFields = {
  mint: optional(
    object('Give an address tokens for fees.', {
      to: text('Who gets them.'),
      amount: text('How much, in the smallest unit, as decimal text: 1000000000000000000 is one STRK.', 80),
      unit: optional(word('Default: FRI, which is STRK.', 'FRI', 'WEI')),
    }),
  ),
  advanceTime: optional(integer('Seconds that pass; a block is made.', 1, 2 ** 40)),
  setTime: optional(integer('The time of the next block, in seconds.', 1, 2 ** 40)),
  mine: optional(integer('How many blocks are made.', 1, 1000)),
  impersonate: optional(text('An address that may send without its key from now on.')),
  caller: optional(
    object('Let a contract see another caller.', {
      contract: text('The contract that is called.'),
      caller: text('Who it sees as caller.'),
    }),
  ),
  mock: optional(
    object('Let a function of a contract return this, without running.', {
      contract: text('The contract.'),
      function: text('The function.', 300),
      returns: list('What it returns, as field elements.', value('A number or hexadecimal text.')),
    }),
  ),
  stopCheats: optional(word('End caller and mock.', 'all')),
} as const;

type Given = { readonly [N in keyof typeof controlFields]: ReturnType<(typeof controlFields)[N]['read']> };

/** Sets up the chain: time, blocks, tokens, senders. */
export const control = tool({
  name: 'control',
  description:
    'Arrange the chain for a test: mint fee tokens, let time pass, mine blocks, impersonate an address, fake the caller of a contract, or mock a function.',
  input: { ...controlFields, branch: optional(text('A branch. Default: the one in use.')) },
  changes: true,
  run: async (bench, { branch: branchName, ...given }) => {
    const branch = await bench.branch(branchName);
    const done = await branch.change('control', () => doControl(branch, given));
    if (done.length === 0) throw new ToolError(`Say what to do: ${Object.keys(controlFields).join(', ')}.`);
    return { text: `Done: ${done.join(', ')}.` };
  },
});

/** Uses controls. Returns what was done. */
export async function doControl(branch: Branch, given: Given): Promise<readonly string[]> {
  const { box } = branch;
  const done: string[] = [];
  const step = (what: string, code: string) => {
    done.push(what);
    branch.addStep({ code, accounts: accountsIn(code) });
  };
  const at = async (name: string) => {
    const address = await addressOf(branch, name);
    return { address, code: addressCodeOf(branch, address) };
  };
  const { mint, advanceTime, setTime, mine, impersonate, caller, mock, stopCheats } = given;
  if (mint) {
    if (!/^\d{1,40}$/.test(mint.amount)) throw new ToolError('mint.amount must be decimal digits.');
    const { address, code } = await at(mint.to);
    await box.mint(address, BigInt(mint.amount), mint.unit ?? 'FRI');
    step('minted', `await box.mint(${code}, ${mint.amount}n${mint.unit === 'WEI' ? ", 'WEI'" : ''});`);
  }
  if (advanceTime !== undefined) {
    await box.time.increase(advanceTime);
    step('time advanced', `await box.time.increase(${advanceTime});`);
  }
  if (setTime !== undefined) {
    await box.time.set(setTime);
    step('time set', `await box.time.set(${setTime});`);
  }
  if (mine !== undefined) {
    await box.blocks.mine(mine);
    step('blocks mined', `await box.blocks.mine(${mine});`);
  }
  if (impersonate !== undefined) {
    const { address, code } = await at(impersonate);
    await box.impersonate(address);
    step('impersonated', `await box.impersonate(${code});`);
  }
  if (caller) {
    const [contract, seen] = [await at(caller.contract), await at(caller.caller)];
    await box.cheats.caller(contract.address, seen.address);
    step('caller faked', `await box.cheats.caller(${contract.code}, ${seen.code});`);
  }
  if (mock) {
    const contract = await at(mock.contract);
    const felts = mock.returns.map((felt) => storedValue(branch, felt) as bigint | string);
    await box.cheats.mock(contract.address, mock.function, felts);
    const values = felts.map((felt) => (typeof felt === 'bigint' ? `${felt}n` : quoted(felt)));
    step(
      'function mocked',
      `await box.cheats.mock(${contract.code}, ${quoted(mock.function)}, [${values.join(', ')}]);`,
    );
  }
  if (stopCheats) {
    await box.cheats.stop();
    step('cheats ended', 'await box.cheats.stop();');
  }
  return done;
}
