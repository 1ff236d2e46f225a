import type { Cairo0Class, Cairo0EntryPoint, ClassDefinition } from '../classes/declaredClass.ts';
import { WrittenNumber } from '../json/json.ts';
import { parseJson } from '../json/parseJson.ts';
import { sourceLimits } from '../protocol/sourceLimits.ts';
import type { SierraClass, SierraEntryPoint } from '../sierra/class/sierraClass.ts';
import { type Codec, felt, felts, integer, list, literal, optional, record, text, variant } from './codec.ts';

const entryPoints = <T>(entry: Codec<T>) =>
  record<Readonly<Record<'CONSTRUCTOR' | 'EXTERNAL' | 'L1_HANDLER', readonly T[]>>>({
    CONSTRUCTOR: list(entry),
    EXTERNAL: list(entry),
    L1_HANDLER: list(entry),
  });

/** JSON whose numbers may be too large for JavaScript: those are written as {"$integer": digits} or {"$number": text}. */
const exact: Codec<unknown> = {
  put: (value, out) => out.text(JSON.stringify(exactJson(value))),
  take: (from) => readExact(parseJson(from.text(), sourceLimits.fileJson)),
  skip: (from) => void exact.take(from),
};

function readExact(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(readExact);
  if (typeof json !== 'object' || json === null) return json;
  const { $integer, $number } = json as Record<string, unknown>;
  if (typeof $integer === 'string' && /^-?\d{1,400}$/.test($integer)) return BigInt($integer);
  if (typeof $number === 'string' && /^[-+.\deE]{1,400}$/.test($number)) return new WrittenNumber($number);
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, readExact(member)]));
}

function exactJson(value: unknown): unknown {
  if (typeof value === 'bigint') return { $integer: value.toString() };
  if (value instanceof WrittenNumber) return { $number: value.text };
  if (Array.isArray(value)) return value.map(exactJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, exactJson(member)]));
}

export const definitionCodec = variant<ClassDefinition, 'kind'>('kind', {
  sierra: record<SierraClass>({
    kind: literal('sierra'),
    sierraProgram: felts,
    contractClassVersion: text,
    entryPointsByType: entryPoints(record<SierraEntryPoint>({ selector: felt, functionIdx: integer })),
    abi: text,
    debugInfo: optional(exact),
  }),
  cairo0: record<Cairo0Class>({
    kind: literal('cairo0'),
    program: exact as Codec<Cairo0Class['program']>,
    entryPointsByType: entryPoints(record<Cairo0EntryPoint>({ selector: felt, offset: integer })),
    abi: optional(exact as Codec<readonly unknown[] | null>),
  }),
});
