import { ToolError } from '../answer.ts';
import type { Branch } from '../branch.ts';
import { flag, integer, object, optional, text, value } from '../input.ts';
import { addressOf, codeWith, namesOf, transactionName, withNames } from '../names.ts';
import { valueText } from '../sending.ts';
import { quoted, variableOf } from '../testText.ts';
import { tool } from '../tool.ts';
import { accountsIn } from './deploy.ts';

const CELLS = 300;

/** The storage of a contract by name: what there is, who wrote it, and edits. */
export const storage = tool({
  name: 'storage',
  description:
    'The storage of a contract by the names of its variables, decoded: all of it, or one variable such as balances[@alice]. writers tells which transactions and functions wrote it, newest first. set writes a value directly, to mend or arrange a state.',
  input: {
    contract: text('The contract: its name or address.'),
    variable: optional(
      text('A variable, an entry of a map such as balances[@alice], or a cell (0x…). Default: all.', 1000),
    ),
    writers: optional(flag('Who wrote the variable, with values before and after. Default: false.')),
    set: optional(
      object('Write the variable.', { value: value('The new value: a number, a text, or an object of a struct.') }),
    ),
    block: optional(integer('After which block. Default: now.', 0, Number.MAX_SAFE_INTEGER)),
    firstCell: optional(integer('Where a page of a large storage starts.', 0, 2 ** 31 - 1)),
    branch: optional(text('A branch. Default: the one in use.')),
  },
  changes: true,
  run: async (bench, { contract, variable: given, writers, set, block, firstCell, branch: branchName }) => {
    const branch = await bench.branch(branchName);
    const { box } = branch;
    const address = await addressOf(branch, contract);
    const variable = given && variablePath(branch, given);
    if ((writers || set) && variable === undefined)
      throw new ToolError('Name the variable. Without writers and set, storage lists them.');
    if (set) {
      const next = storedValue(branch, set.value);
      await branch.change('storage set', () => box.setStorageAt(address, variable!, next as never));
      const own = branch.contracts.find((each) => each.address === address);
      const code = `await box.setStorageAt(${own ? variableOf(own.name) : quoted(address)}, ${quoted(variable!)}, ${codeWith(namesOf(branch))(next)});`;
      branch.addStep({ code, accounts: accountsIn(code) });
    }
    if (writers) {
      const writes = await box.storageWriters(address, variable!, { functions: true, limit: 50 });
      const lines = writes.map(({ blockNumber, by, transactionHash, functionName, before, after }) => {
        const who = transactionHash ? `${transactionName(branch, transactionHash)} ${functionName ?? ''}`.trim() : by;
        return `block ${blockNumber} ${who}: ${valueText(before)} -> ${valueText(after)}`;
      });
      return { text: `Writes: ${writes.length}, newest first.`, data: withNames(branch, lines.join('\n')) };
    }
    const options = {
      path: variable?.startsWith('0x') ? undefined : variable,
      firstCell,
      limit: CELLS,
      ...(block !== undefined && { block }),
    };
    if (variable?.startsWith('0x'))
      return {
        text: set ? 'Written.' : 'A cell.',
        data: `${variable} = ${await box.getStorageAt(address, variable, block === undefined ? {} : { block })}`,
      };
    const tree = await box.storageTree(address, options);
    const next = tree.nextCell === undefined ? '' : ` More with firstCell ${tree.nextCell}.`;
    const empty =
      tree.entries.length === 0 && tree.unnamed.length === 0 ? ' Nothing that is not zero is stored here.' : '';
    return {
      text: `${set ? 'Written. ' : ''}Values: ${tree.entries.length}, cells: ${tree.cellCount}.${next}${empty}`,
      data: withNames(branch, tree.text),
    };
  },
});

/** A value of JSON as the library takes it: integers as bigints, and names such as @alice as addresses. */
export function storedValue(branch: Branch, given: unknown): unknown {
  if (typeof given === 'string' && /^-?\d{1,80}$/.test(given)) return BigInt(given);
  if (typeof given === 'string' && given.startsWith('@')) return namesOf(branch).get(given.slice(1)) ?? given;
  if (typeof given === 'number') {
    if (!Number.isSafeInteger(given)) throw new ToolError(`Write the number ${given} as a text: JSON has rounded it.`);
    return BigInt(given);
  }
  if (Array.isArray(given)) return given.map((each) => storedValue(branch, each));
  if (typeof given === 'object' && given !== null)
    return Object.fromEntries(Object.entries(given).map(([name, member]) => [name, storedValue(branch, member)]));
  return given;
}

/** A variable with addresses in place of names such as @alice. */
export const variablePath = (branch: Branch, given: string): string =>
  given.replace(/@(\w+)/g, (whole, name: string) => namesOf(branch).get(name) ?? whole);
