import { quoted } from '../../text/codeNames.ts';
import { ToolError } from '../answer.ts';
import type { Branch } from '../branch.ts';
import { integer, list, object, optional, shown, text, value, word } from '../input.ts';
import { addressCodeOf, addressOf, namesOf, unknownName } from '../names.ts';
import { branchTool } from '../tool.ts';
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
  impersonate: optional(text('An account that may send without its key from now on.')),
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
      returns: list('What it returns, as field elements.', value('A number or hexadecimal text.', 'integer', 'string')),
    }),
  ),
  stopCheats: optional(word('End caller and mock.', 'all')),
} as const;

type Given = { readonly [N in keyof typeof controlFields]: ReturnType<(typeof controlFields)[N]['read']> };

/** Sets up the chain: time, blocks, tokens, senders. */
export const control = branchTool({
  name: 'control',
  description:
    'Arrange the chain for a test: mint fee tokens, let time pass, mine blocks, impersonate an address, fake the caller of a contract, or mock a function.',
  input: controlFields,
  changes: true,
  run: async (branch, given) => {
    const done = await branch.change('control', async () => {
      // On the chain of a running node nothing is taken back, so all of it is tried on a copy before.
      if (branch.isShared) await tryControl(branch, given);
      return doControl(branch, given);
    });
    if (done.length === 0) throw new ToolError(`Say what to do: ${Object.keys(controlFields).join(', ')}.`);
    const { clock, latest_block } = await branch.box.request('devnet_getOverview');
    return {
      text: `Done: ${done.join(', ')}. Latest block ${latest_block.block_number}; the next one has the time ${clock.next_block_timestamp}.`,
    };
  },
});

async function tryControl(branch: Branch, given: Given): Promise<void> {
  const copy = await branch.fork('main');
  try {
    await doControl(copy, given);
  } finally {
    await copy.box.close();
  }
}

/** A field element: a number, or an address by its name. */
function feltOf(branch: Branch, given: unknown, place: string): bigint | string {
  const read = storedValue(branch, given);
  if (typeof read === 'bigint' || (typeof read === 'string' && /^0x[0-9a-f]{1,64}$/i.test(read))) return read;
  if (typeof read === 'string' && read.startsWith('@')) throw unknownName(namesOf(branch), read.slice(1));
  throw new ToolError(`${place} must be a number or hexadecimal text, and is ${shown(given)}.`);
}

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
  if (mint && !/^\d{1,40}$/.test(mint.amount)) throw new ToolError('mint.amount must be decimal digits.');
  const owner = mint && (await at(mint.to));
  const sender = impersonate === undefined ? undefined : await at(impersonate);
  const called = caller && (await at(caller.contract));
  const seen = caller && (await at(caller.caller));
  const mocked = mock && (await at(mock.contract));
  const felts = mock?.returns.map((felt, i) => feltOf(branch, felt, `mock.returns[${i}]`)) ?? [];
  if (mint && owner) {
    await box.mint(owner.address, BigInt(mint.amount), mint.unit ?? 'FRI');
    step('minted', `await box.mint(${owner.code}, ${mint.amount}n${mint.unit === 'WEI' ? ", 'WEI'" : ''});`);
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
  if (sender) {
    await box.impersonate(sender.address);
    step('impersonated', `await box.impersonate(${sender.code});`);
  }
  if (called && seen) {
    await box.cheats.caller(called.address, seen.address);
    step('caller faked', `await box.cheats.caller(${called.code}, ${seen.code});`);
  }
  if (mock && mocked) {
    await box.cheats.mock(mocked.address, mock.function, felts);
    const values = felts.map((felt) => (typeof felt === 'bigint' ? `${felt}n` : quoted(felt)));
    step('function mocked', `await box.cheats.mock(${mocked.code}, ${quoted(mock.function)}, [${values.join(', ')}]);`);
  }
  if (stopCheats) {
    await box.cheats.stop();
    step('cheats ended', 'await box.cheats.stop();');
  }
  return done;
}
