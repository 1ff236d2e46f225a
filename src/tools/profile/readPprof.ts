import { FUNCTION, GAS_TYPE, LINE, LOCATION, PROFILE, SAMPLE, STEPS_TYPE, VALUE_TYPE } from './pprofFields.ts';
import type { Profile, ProfileFrame } from './profile.ts';
import { profileOfStacks, type ReadStack, UnfitProfileError } from './readStacks.ts';

/** Reads the fields of a message in the format of protocol buffers. */
class MessageReader {
  /** By number: the numbers of a field, and the bytes of those with a length. */
  readonly #numbers = new Map<number, number[]>();
  readonly #bytes = new Map<number, Uint8Array[]>();

  constructor(bytes: Uint8Array) {
    let at = 0;
    const varint = (): number => {
      let value = 0n;
      for (let shift = 0n; shift < 70n; shift += 7n) {
        const byte = bytes[at++];
        if (byte === undefined) break;
        value |= BigInt(byte & 127) << shift;
        if (byte < 128) return Number(value);
      }
      throw new UnfitProfileError();
    };
    while (at < bytes.length) {
      const tag = varint();
      const [field, kind] = [Math.floor(tag / 8), tag % 8];
      if (kind === 0) added(this.#numbers, field, varint());
      else if (kind === 1 || kind === 5) at += kind === 1 ? 8 : 4;
      else if (kind === 2) {
        const end = varint() + at;
        if (end > bytes.length) throw new UnfitProfileError();
        added(this.#bytes, field, bytes.subarray(at, end));
        at = end;
      } else throw new UnfitProfileError();
    }
  }

  number(field: number): number {
    return this.#numbers.get(field)?.at(-1) ?? 0;
  }
  messages(field: number): readonly MessageReader[] {
    return (this.#bytes.get(field) ?? []).map((bytes) => new MessageReader(bytes));
  }
  texts(field: number): readonly string[] {
    return (this.#bytes.get(field) ?? []).map((bytes) => new TextDecoder().decode(bytes));
  }
  /** A list of numbers, which other programs write packed. */
  numbers(field: number): readonly number[] {
    const packed = (this.#bytes.get(field) ?? []).flatMap((bytes) => packedNumbers(bytes));
    return [...(this.#numbers.get(field) ?? []), ...packed];
  }
}

function added<V>(lists: Map<number, V[]>, field: number, value: V): void {
  const list = lists.get(field);
  if (list) list.push(value);
  else lists.set(field, [value]);
}

function packedNumbers(bytes: Uint8Array): readonly number[] {
  const numbers: number[] = [];
  let [value, shift] = [0n, 0n];
  for (const byte of bytes) {
    value |= BigInt(byte & 127) << shift;
    shift += 7n;
    if (shift > 70n) throw new UnfitProfileError();
    if (byte >= 128) continue;
    numbers.push(Number(value));
    [value, shift] = [0n, 0n];
  }
  return numbers;
}

/** Reads a profile that `pprof` wrote, or a program such as `go tool pprof -proto` from one. It must not be compressed. */
export function readPprof(bytes: Uint8Array): Profile {
  const profile = new MessageReader(bytes);
  const texts = profile.texts(PROFILE.strings);
  const text = (index: number) => texts[index] ?? '';
  const types = profile.messages(PROFILE.sampleType).map((type) => text(type.number(VALUE_TYPE.type)));
  const [gas, steps] = [types.indexOf(GAS_TYPE), types.indexOf(STEPS_TYPE)];
  if (gas < 0) throw new UnfitProfileError();
  const functions = new Map(
    profile
      .messages(PROFILE.function)
      .map((f) => [
        f.number(FUNCTION.id),
        { name: text(f.number(FUNCTION.name)), file: text(f.number(FUNCTION.file)) },
      ]),
  );
  const frames = new Map(
    profile.messages(PROFILE.location).map((location) => {
      // What is inlined in a place is before it.
      const lines = location.messages(LOCATION.line).toReversed();
      return [
        location.number(LOCATION.id),
        lines.map((line): ProfileFrame => {
          const { name = '', file = '' } = functions.get(line.number(LINE.function)) ?? {};
          return { name, file: file || undefined, line: line.number(LINE.line) || undefined };
        }),
      ] as const;
    }),
  );
  return profileOfStacks(
    profile.messages(PROFILE.sample).map((sample): ReadStack => {
      const values = sample.numbers(SAMPLE.values);
      return {
        frames: sample
          .numbers(SAMPLE.locations)
          .toReversed()
          .flatMap((id) => frames.get(id) ?? []),
        l2Gas: values[gas] ?? 0,
        steps: values[steps] ?? 0,
      };
    }),
  );
}
