// Reads the rules of a user strictly: what is misspelt would never happen, and nobody would notice.
import { isObject, type Json, type JsonObject, WrittenNumber } from '../json/json.ts';
import { limits } from '../protocol/limits.ts';
import { didYouMean } from '../text/didYouMean.ts';
import { shortWord, unknownMember } from '../text/unknownMember.ts';
import { FaultError } from './faultError.ts';
import { faultKinds, faultNames, membersOf } from './faultKinds.ts';
import type { FaultKind, FaultRule, FaultSettings, FaultTime } from './faultRule.ts';

const SETTINGS: readonly string[] = ['seed', 'rules'];
const MAX_SEED = 2 ** 32 - 1;
const MAX_COUNT = Number.MAX_SAFE_INTEGER;
const EXAMPLE = '{ "seed": 1, "rules": [{ "fault": "answer-lost", "at": 3 }] }';

/** Reads the settings, or a list of rules alone. Throws a FaultError. */
export function readFaults(value: Json): FaultSettings {
  if (Array.isArray(value)) return { seed: 0, rules: readFaultRules(value as readonly Json[], 'rules') };
  if (!isObject(value)) throw new FaultError(`expected an object such as ${EXAMPLE}, or a list of rules`);
  checkMembers(value, SETTINGS, '');
  return { seed: readSeed(value['seed']), rules: readFaultRules(value['rules'], 'rules') };
}

/** Reads a seed, which may be left out. */
export const readSeed = (value: Json | undefined): number =>
  value === undefined || value === null ? 0 : whole(value, 'seed', 0, MAX_SEED);

/** Reads a list of rules, which errors name by its place. */
export function readFaultRules(value: Json | undefined, place: string): readonly FaultRule[] {
  if (!Array.isArray(value)) throw new FaultError(`${place}: expected a list of rules, as in ${EXAMPLE}`);
  if (value.length > limits.faultRules)
    throw new FaultError(
      `${place}: there are ${value.length} rules, and there may be at most ${limits.faultRules}. One rule can name several methods and points.`,
    );
  return value.map((rule, i) => readFaultRule(rule as Json, `${place}[${i}]`));
}

function readFaultRule(value: Json, place: string): FaultRule {
  if (!isObject(value))
    throw new FaultError(`${place}: expected a rule such as { "fault": "delay", "milliseconds": 200 }`);
  const fault = value['fault'] as FaultKind;
  if (typeof fault !== 'string' || !faultNames.includes(fault))
    throw new FaultError(
      `${place}.fault: ${fault === undefined ? 'it is missing' : `there is no fault ${shown(fault)}`}. ${meant(fault, faultNames)}There are ${faultNames.join(', ')}.`,
    );
  checkMembers(value, membersOf(fault), `${place}.`, ` of ${fault}`);
  for (const name of faultKinds[fault].needs)
    if (value[name] === undefined) throw new FaultError(`${place}.${name}: ${fault} needs it`);
  const read: Record<string, unknown> = { fault };
  for (const [name, given] of Object.entries(value))
    if (name !== 'fault' && given !== undefined) read[name] = readers[name]!(given, `${place}.${name}`);
  checkOccasions(read, place);
  return read as unknown as FaultRule;
}

type Reader = (value: Json, place: string) => unknown;

const blocks: Reader = (value, place) => whole(value, place, 1, limits.faultBlocks);
const readers: Readonly<Record<string, Reader>> = {
  milliseconds: readTime,
  when: (value, place) => {
    if (value === 'before' || value === 'after') return value;
    throw new FaultError(`${place}: expected "before" or "after" (the request takes effect)`);
  },
  silent: (value, place) => {
    if (typeof value === 'boolean') return value;
    throw new FaultError(`${place}: expected true or false`);
  },
  seconds: (value, place) => whole(value, place, 0, limits.faultSeconds),
  blocks,
  method: (value, place) => oneOrMore(value, place, readName),
  probability: (value, place) => {
    const number = numberOf(value);
    if (number !== undefined && number >= 0 && number <= 1) return number;
    throw new FaultError(`${place}: expected a number from 0 (never) to 1 (always)`);
  },
  at: (value, place) => oneOrMore(value, place, (item, where) => whole(item, where, 1, MAX_COUNT)),
  block: (value, place) => whole(value, place, 0, MAX_COUNT),
  times: (value, place) => whole(value, place, 1, MAX_COUNT),
};

/** A rule with two of them would be unclear. */
function checkOccasions(rule: Readonly<Record<string, unknown>>, place: string): void {
  const given = ['probability', 'at', 'block'].filter((name) => rule[name] !== undefined);
  if (given.length > 1)
    throw new FaultError(`${place}: it has ${given.join(' and ')}, of which a rule has one. Write two rules.`);
}

function readName(value: Json, place: string): string {
  if (typeof value !== 'string') throw new FaultError(`${place}: expected the name of a method`);
  return value;
}

function readTime(value: Json, place: string): FaultTime {
  const most = limits.faultSeconds * 1000;
  const time = (given: Json | undefined, name: string): number => {
    const number = numberOf(given ?? null);
    if (number !== undefined && number >= 0 && number <= most) return number;
    throw new FaultError(`${name}: expected milliseconds from 0 to ${most}`);
  };
  if (!isObject(value)) {
    if (numberOf(value) === undefined)
      throw new FaultError(
        `${place}: expected a number, { "uniform": [100, 500] } or { "exponential": 200, "cap": 2000 }`,
      );
    return time(value, place);
  }
  if ('uniform' in value) {
    checkMembers(value, ['uniform'], `${place}.`);
    const { uniform } = value;
    if (!Array.isArray(uniform) || uniform.length !== 2)
      throw new FaultError(`${place}.uniform: expected the shortest and the longest time, such as [100, 500]`);
    const [least, longest] = [time(uniform[0], `${place}.uniform[0]`), time(uniform[1], `${place}.uniform[1]`)];
    if (least > longest) throw new FaultError(`${place}.uniform: the shortest time comes first, such as [100, 500]`);
    return { uniform: [least, longest] };
  }
  checkMembers(value, ['exponential', 'cap'], `${place}.`);
  return {
    exponential: time(value['exponential'], `${place}.exponential`),
    cap: time(value['cap'], `${place}.cap`),
  };
}

function oneOrMore<T>(value: Json, place: string, read: (value: Json, place: string) => T): T | readonly T[] {
  if (!Array.isArray(value)) return read(value, place);
  if (value.length === 0) throw new FaultError(`${place}: the list is empty. Leave it out if the rule is for all.`);
  if (value.length > limits.faultPoints)
    throw new FaultError(`${place}: the list has ${value.length} items, and may have at most ${limits.faultPoints}`);
  return value.map((item, i) => read(item as Json, `${place}[${i}]`));
}

function checkMembers(value: JsonObject, known: readonly string[], place: string, of?: string): void {
  const wrong = unknownMember(value, known, place, of);
  if (wrong !== undefined) throw new FaultError(wrong);
}

function whole(value: Json, place: string, least: number, most: number): number {
  const number = numberOf(value);
  if (number !== undefined && Number.isSafeInteger(number) && number >= least && number <= most) return number;
  throw new FaultError(
    `${place}: expected a whole number ${most === MAX_COUNT ? `of at least ${least}` : `from ${least} to ${most}`}`,
  );
}

function numberOf(value: Json): number | undefined {
  const number =
    value instanceof WrittenNumber ? Number(value.text) : typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const shown = (value: unknown): string => (typeof value === 'string' ? `"${shortWord(value)}"` : 'that is no text');
const meant = (name: unknown, known: readonly string[]): string => {
  const question = typeof name === 'string' ? didYouMean(shortWord(name), known) : '';
  return question && `${question} `;
};
