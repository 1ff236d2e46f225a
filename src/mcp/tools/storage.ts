import type { Hex } from '../../library/values.ts';
import { quoted } from '../../text/codeNames.ts';
import { ToolError } from '../answer.ts';
import type { Branch } from '../branch.ts';
import { blockField, contractField } from '../fields.ts';
import { flag, integer, object, optional, text, value } from '../input.ts';
import { addressOf, codeIn, namesOf, transactionName, unknownName } from '../names.ts';
import { valueText } from '../sending.ts';
import { variableOf } from '../testText.ts';
import { branchTool } from '../tool.ts';
import { withNames } from '../withNames.ts';
import { accountsIn } from './deploy.ts';

const CELLS = 300;
/** What a value of storage may be in JSON. */
export const STORED = ['integer', 'string', 'boolean', 'object', 'array'] as const;
/** The writes of a page, and of one with a single block. */
const MOST_WRITES = [50, 999];

/** The storage of a contract by name: what there is, who wrote it, and edits. */
export const storage = branchTool({
  name: 'storage',
  description:
    'The storage of a contract by the names of its variables, decoded: all of it, or one variable such as balances[@alice]. writers tells which transactions and functions wrote it, newest first. set writes a value directly, to mend or arrange a state.',
  input: {
    contract: contractField,
    variable: optional(
      text('A variable, an entry of a map such as balances[@alice], or a cell (0x…). Default: all.', 1000),
    ),
    writers: optional(flag('Who wrote the variable, with values before and after. Default: false.')),
    set: optional(
      object('Write the variable.', {
        value: value('The new value: a number, a text, or an object of a struct.', ...STORED),
      }),
    ),
    block: blockField,
    firstCell: optional(integer('Where a page of a large storage starts.', 0, 2 ** 31 - 1)),
  },
  changes: true,
  run: async (branch, { contract, variable: given, writers, set, block, firstCell }) => {
    const { box } = branch;
    const address = await addressOf(branch, contract);
    const variable = given && variablePath(branch, given);
    if ((writers || set) && variable === undefined)
      throw new ToolError('Name the variable. Without writers and set, storage lists them.');
    if (set) {
      const next = storedValue(branch, set.value);
      await branch.change('storage set', () => setStorage(branch, address, variable!, next));
      const own = branch.deployedAt(address);
      const code = `await box.setStorageAt(${own ? variableOf(own.name) : quoted(address)}, ${quoted(variable!)}, ${codeIn(branch)(next)});`;
      branch.addStep({ code, accounts: accountsIn(code) });
    }
    if (writers) {
      const { writes, next } = await writersOf(branch, address, variable!, block);
      const lines = writes.map(({ blockNumber, by, transactionHash, functionName, before, after }) => {
        const who = transactionHash ? `${transactionName(branch, transactionHash)} ${functionName ?? ''}`.trim() : by;
        return `block ${blockNumber} ${who}: ${valueText(before)} -> ${valueText(after)}`;
      });
      const none =
        writes.length === 0 ? ' Of a map, name an entry, such as balances[@alice], or a member of a struct.' : '';
      return {
        text: `Writes: ${writes.length}, newest first.${next}${none}`,
        data: withNames(branch, lines.join('\n')),
      };
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

/** A page of the writes up to a block, each block as a whole, and how to get older ones. */
async function writersOf({ box }: Branch, address: Hex, variable: string, block: number | undefined) {
  const upTo = block === undefined ? {} : { toBlock: block };
  let writes: Awaited<ReturnType<typeof box.storageWriters>> = [];
  for (const most of MOST_WRITES) {
    writes = await box.storageWriters(address, variable, { functions: true, limit: most + 1, ...upTo });
    const older = writes[most]?.blockNumber;
    if (older === undefined) return { writes, next: '' };
    const whole = writes.filter(({ blockNumber }) => blockNumber > older);
    if (whole.length > 0) return { writes: whole, next: ` Older ones: call it again with block ${older}.` };
  }
  return { writes, next: ` Block ${writes[0]!.blockNumber} has more than these.` };
}

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

/** Writes storage. If that fails, a name in the value that nobody has is the reason: only a ByteArray takes it as a text. */
export async function setStorage(branch: Branch, address: Hex, variable: string, next: unknown): Promise<void> {
  try {
    await branch.box.setStorageAt(address, variable, next as never);
  } catch (error) {
    const unknown = nameIn(next);
    throw unknown === undefined ? error : unknownName(namesOf(branch), unknown);
  }
}

/** The first name in a value that was left as it is. */
function nameIn(given: unknown): string | undefined {
  if (typeof given === 'string') return /^@(\w+)$/.exec(given)?.[1];
  if (typeof given !== 'object' || given === null) return undefined;
  for (const each of Object.values(given)) {
    const name = nameIn(each);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** A variable with addresses in place of names: `balances[@alice]`, and also `balances[alice]`. */
export function variablePath(branch: Branch, given: string): string {
  const names = namesOf(branch);
  return given
    .replace(/(?<=\[)@?([A-Za-z_]\w*)(?=\])/g, (whole, name: string) => {
      const address = names.get(name);
      // A key of a map can be a bool.
      if (address === undefined && (whole === 'true' || whole === 'false')) return whole;
      if (address === undefined) throw unknownName(names, name);
      return address;
    })
    .replace(/@(\w+)/g, (whole, name: string) => names.get(name) ?? whole);
}
