import { readSierraFile } from '../src/sierra/class/readSierraClass.ts';
import { compileContract } from '../src/sierra/compileContract.ts';
import { decodeProgram } from '../src/sierra/decode/decodeProgram.ts';
import { unpackWords } from '../src/sierra/decode/feltWords.ts';
import type { Program } from '../src/sierra/program.ts';
import { SierraError } from '../src/sierra/sierraError.ts';
import { Random } from '../test/support/random.ts';
import { encodeProgram } from './encodeProgram.ts';
import { mutateProgram } from './mutateProgram.ts';
import { packWords } from './packWords.ts';
import type { FuzzReport } from './report.ts';

/** A class file from which mutants are made. */
export interface SeedClass {
  readonly name: string;
  readonly sierra_program: readonly string[];
  readonly entry_points_by_type: unknown;
}

const VERSION_FELTS = 6;
const MAX_MS = 2000;

// Processor time, so that other processes do not count.
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Compiles mutants of real classes. The result must be a class or a SierraError, within a time limit; any other exception is a
 * crash. Most mutants change the decoded program, so that the decoder accepts them.
 */
export function fuzzSierra(classes: readonly SeedClass[], cases: number, seed: number): FuzzReport {
  const outcomes: Record<string, number> = {};
  const failures: string[] = [];
  let slowestMs = 0;
  for (let i = 0; i < cases; i++) {
    const random = new Random(seed + i);
    const original = random.pick(classes);
    const { how, mutant } = mutate(original, random);
    const start = processorMs();
    let outcome = 'class';
    try {
      compileContract(readSierraFile(mutant));
    } catch (error) {
      outcome = error instanceof SierraError ? `refused: ${error.stage}` : 'crash';
      if (outcome === 'crash') failures.push(`${original.name}, case ${seed + i} (${how}): ${(error as Error).stack}`);
    }
    const ms = processorMs() - start;
    slowestMs = Math.max(slowestMs, ms);
    if (ms > MAX_MS) failures.push(`${original.name}, case ${seed + i} (${how}): took ${ms.toFixed(0)} ms`);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return { area: 'sierra', seed, cases, outcomes, slowestMs, failures };
}

/** A class file that differs from a real one in one place; the seed determines it. */
export function mutantOf(classes: readonly SeedClass[], seed: number): SeedClass {
  const random = new Random(seed);
  return mutate(random.pick(classes), random).mutant as SeedClass;
}

interface Mutant {
  readonly how: string;
  readonly mutant: unknown;
}

type Mutation = (original: SeedClass, random: Random) => Mutant;

/** A felt that is likely to cause errors: small, a power of two, around 2^64 and 2^128, just below the prime, or any. */
function oddFelt(random: Random): string {
  const wide = BigInt(random.word());
  const choices = [
    BigInt(random.below(40)),
    1n << BigInt(random.below(251)),
    2n ** 64n - 1n,
    2n ** 128n + BigInt(random.below(16)),
    2n ** 251n + 17n * 2n ** 192n,
    (wide << 200n) ^ (wide << 90n) ^ wide,
    0x74616264n,
  ];
  return `0x${random.pick(choices).toString(16)}`;
}

const withProgram = (original: SeedClass, sierra_program: readonly string[]) => ({ ...original, sierra_program });

const rawFelts: Mutation = (original, random) => {
  const felts = [...original.sierra_program];
  const at = random.below(felts.length);
  const how = random.pick(['flip', 'cut', 'swap', 'drop', 'odd'] as const);
  if (how === 'flip') felts[at] = `0x${(BigInt(felts[at]!) ^ (1n << BigInt(random.below(252)))).toString(16)}`;
  else if (how === 'cut') felts.length = at;
  else if (how === 'swap') {
    const other = random.below(felts.length);
    [felts[at], felts[other]] = [felts[other]!, felts[at]!];
  } else if (how === 'drop') felts.splice(at, 1 + random.below(3));
  else felts[at] = oddFelt(random);
  return { how: `raw felt ${at}: ${how}`, mutant: withProgram(original, felts) };
};

/** Changes the unpacked program: `change` gets the dictionary and the words. */
const unpacked = (name: string, change: (dictionary: string[], words: number[], random: Random) => void): Mutation => {
  return (original, random) => {
    const { dictionary, words } = unpackWords(original.sierra_program, VERSION_FELTS);
    const entries = dictionary.map((felt) => `0x${felt.toString(16)}`);
    const stream = [...words];
    change(entries, stream, random);
    const felts = [...original.sierra_program.slice(0, VERSION_FELTS), ...packWords(entries, stream)];
    return { how: name, mutant: withProgram(original, felts) };
  };
};

const MUTATIONS: readonly Mutation[] = [
  rawFelts,
  unpacked('dictionary entry', (dictionary, _words, random) => {
    dictionary[random.below(dictionary.length)] = oddFelt(random);
  }),
  unpacked('dictionary swap', (dictionary, _words, random) => {
    const [a, b] = [random.below(dictionary.length), random.below(dictionary.length)];
    [dictionary[a], dictionary[b]] = [dictionary[b]!, dictionary[a]!];
  }),
  unpacked('word', (dictionary, words, random) => {
    for (let i = 1 + random.below(3); i > 0; i--) words[random.below(words.length)] = random.below(dictionary.length);
  }),
  unpacked('near word', (_dictionary, words, random) => {
    // A word nearby is likely to have the same kind of meaning: a variable, type or statement.
    const at = random.below(words.length);
    words[at] = words[Math.max(0, Math.min(words.length - 1, at + random.below(41) - 20))]!;
  }),
  unpacked('cut', (_dictionary, words, random) => {
    words.length = random.below(words.length);
  }),
  unpacked('drop', (_dictionary, words, random) => {
    words.splice(random.below(words.length), 1 + random.below(8));
  }),
  unpacked('repeat', (_dictionary, words, random) => {
    const at = random.below(words.length);
    words.splice(at, 0, ...words.slice(at, at + 1 + random.below(30)));
  }),
  (original, random) => {
    const felts = [...original.sierra_program];
    felts[1] = `0x${random.below(12).toString(16)}`;
    return { how: 'version', mutant: withProgram(original, felts) };
  },
  (original, random) => {
    const lists = JSON.parse(JSON.stringify(original.entry_points_by_type)) as Record<
      string,
      { selector: string; function_idx: number }[]
    >;
    const list = lists[random.pick(Object.keys(lists))]!;
    const entry = { selector: oddFelt(random), function_idx: random.below(60) };
    if (random.below(2) || list.length === 0) list.push(entry);
    else list[random.below(list.length)] = entry;
    return { how: 'entry point', mutant: { ...original, entry_points_by_type: lists } };
  },
];

const programs = new WeakMap<SeedClass, Program>();

/** Changes the decoded program in one place. Such mutants can be decoded, so they reach the later stages. */
const decoded: Mutation = (original, random) => {
  let program = programs.get(original);
  if (!program) programs.set(original, (program = decodeProgram(original.sierra_program).program));
  const mutant = mutateProgram(program, random);
  const felts = encodeProgram(original.sierra_program.slice(0, VERSION_FELTS), mutant.program);
  return { how: mutant.how, mutant: withProgram(original, felts) };
};

function mutate(original: SeedClass, random: Random): Mutant {
  return (random.below(3) ? decoded : random.pick(MUTATIONS))(original, random);
}
