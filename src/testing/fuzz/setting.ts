import { isSandboxContract } from '../../library/contracts/madeContracts.ts';
import type { Hex, Sandbox } from '../../library/index.ts';
import { ownRequest } from '../../library/requests/connection.ts';
import { describeValue, wrongValue } from '../../library/values.ts';
import { constantsOf } from '../../sierra/constantsOf.ts';
import { KnownAddress, nameObject } from './values/values.ts';
import { actorsOf, type NamedActors, type NamedContracts, type Setting } from './world.ts';

/** The names of the first accounts, if nobody names actors. */
const NAMES = ['alice', 'bob', 'carol'] as const;
/** Names that checks and actions have for other things. */
const TAKEN: ReadonlySet<string> = new Set(['box', 'actor', 'actors', 'ghosts', 'draw', 'last']);
const NAME = /^[A-Za-z_$][\w$]*$/;

/** What a test names. */
export interface SettingOptions {
  readonly box: Sandbox;
  readonly contracts?: NamedContracts | undefined;
  readonly actors?: NamedActors | undefined;
  readonly ghosts?: (() => unknown) | undefined;
}

/** Checks what a user gave, and finds out what is worth trying with it. */
export async function settingOf({
  box,
  contracts = {},
  actors,
  ghosts = () => ({}),
}: SettingOptions): Promise<Setting> {
  if (typeof box?.clone !== 'function') throw wrongValue('box', 'a sandbox', box);
  for (const [name, contract] of Object.entries(contracts)) {
    checkName(name, 'contracts');
    if (typeof contract !== 'object' || contract === null || !isSandboxContract(contract))
      throw new TypeError(
        `contracts.${name} must be a contract of a sandbox, as box.deploy and box.contract return it, not ${describeValue(contract)}.`,
      );
  }
  const namedActors = actors ?? firstAccounts(box);
  for (const name of Object.keys(namedActors)) checkName(name, 'actors');
  const cast = actorsOf(namedActors);
  if (cast.length === 0) throw new TypeError('There are no actors: pass some, such as { alice: box.accounts[0] }.');
  const known = Object.entries(contracts).map(([name, { address }]) => new KnownAddress(name, address));
  const { classHashes, constants } = await codeHints(
    box,
    Object.values(contracts).map(({ address }) => address),
  );
  for (const [name, named] of [...Object.entries(contracts), ...Object.entries(namedActors)]) nameObject(named, name);
  const addresses = [...cast.map((actor) => actor.known), ...known];
  return { box, contracts, actors: cast, namedActors, hints: { addresses, classHashes, constants }, ghosts };
}

function checkName(name: string, where: string): void {
  if (TAKEN.has(name) || !NAME.test(name))
    throw new TypeError(
      `${where} cannot have the name '${name}': ${TAKEN.has(name) ? 'checks have something else of this name' : 'it must be a name of TypeScript'}.`,
    );
}

const firstAccounts = (box: Sandbox): NamedActors =>
  Object.fromEntries(NAMES.slice(0, box.accounts.length).map((name, i) => [name, box.accounts[i]!]));

/** The classes of contracts, and the constants in their code. */
async function codeHints(
  box: Sandbox,
  addresses: readonly Hex[],
): Promise<{ readonly classHashes: readonly Hex[]; readonly constants: readonly bigint[] }> {
  const clone = box.clone();
  try {
    const request = ownRequest(clone);
    const classes = new Map<Hex, readonly bigint[]>();
    for (const contract_address of addresses) {
      const at = { block_id: 'pre_confirmed', contract_address } as const;
      const classHash = await request('starknet_getClassHashAt', at);
      if (classes.has(classHash)) continue;
      const found = await request('starknet_getClassAt', at);
      classes.set(classHash, 'sierra_program' in found ? constantsOf(found.sierra_program) : []);
    }
    return { classHashes: [...classes.keys()], constants: [...new Set([...classes.values()].flat())] };
  } finally {
    await clone.close();
  }
}
