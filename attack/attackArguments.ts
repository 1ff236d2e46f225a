import { parseArgs } from 'node:util';
import type { Attack, AttackGroup, AttackSettings } from './attack.ts';

/** What the command line asks for: help, or attacks. */
export type AttackArguments =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'run'; readonly attacks: readonly NamedAttack[]; readonly settings: AttackSettings };

/** An attack with the name of its row: `http: many connections`. */
interface NamedAttack {
  readonly name: string;
  readonly attack: Attack;
}

/** A mistake in the command line. */
export class AttackUsageError extends Error {}

/** Reads the arguments of `npm run attack`. */
export function readAttackArguments(args: readonly string[], groups: readonly AttackGroup[]): AttackArguments {
  const { help, short = false, only, seed } = optionsOf(args);
  if (help) return { kind: 'help', text: helpText(groups) };
  const all = groups.flatMap((group) =>
    group.attacks.map((attack) => ({ name: `${group.name}: ${attack.name}`, attack })),
  );
  const attacks = all.filter(({ name, attack }) =>
    only === undefined ? !short || attack.short : name.toLowerCase().includes(only.toLowerCase()),
  );
  if (attacks.length === 0)
    throw new AttackUsageError(`No attack has '${only}' in its name. The groups are ${namesOf(groups)}.`);
  return { kind: 'run', attacks, settings: { seed: readSeed(seed), cases: short ? 200 : 3000 } };
}

function optionsOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        short: { type: 'boolean' },
        only: { type: 'string' },
        seed: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new AttackUsageError((error as Error).message);
  }
}

function readSeed(text: string | undefined): number {
  if (text === undefined) return Date.now() % 2 ** 31;
  if (!/^\d{1,10}$/.test(text))
    throw new AttackUsageError(`--seed takes a whole number, such as 7; '${text}' is not one`);
  return Number(text);
}

const namesOf = (groups: readonly AttackGroup[]): string => groups.map(({ name }) => name).join(', ');

const helpText = (groups: readonly AttackGroup[]): string => `Attack running nodes, and check what SECURITY.md promises

Usage: npm run attack [-- OPTIONS]

Each attack has a node of its own. Another client sends requests meanwhile, and measures how long it waits.
The exit status is 1 if the promise was not kept, and 2 for a mistake in the command line.

Options:
      --short        Only a part of the attacks, with fewer random cases
      --only <TEXT>  Only attacks with this text in their names, such as the name of a group
      --seed <N>     The seed of random attacks; random if not given
  -h, --help         Print help

Groups:
${groups.map(({ name, attacks }) => `  ${name.padEnd(14)} ${attacks.length} attacks, ${attacks.filter(({ short }) => short).length} of them in the short run`).join('\n')}
`;
