import { FUNCTION, GAS_TYPE, LINE, LOCATION, PROFILE, SAMPLE, STEPS_TYPE, VALUE_TYPE } from './pprofFields.ts';
import type { Profile } from './profile.ts';

/** Writes messages in the format of protocol buffers. */
class Message {
  readonly bytes: number[] = [];

  #varint(value: bigint): void {
    let left = value;
    for (; left > 0x7fn; left >>= 7n) this.bytes.push(Number(left & 0x7fn) | 0x80);
    this.bytes.push(Number(left));
  }
  number(field: number, value: number): this {
    this.#varint(BigInt(field << 3));
    this.#varint(BigInt(value));
    return this;
  }
  #append(field: number, content: Iterable<number>, length: number): void {
    this.#varint(BigInt((field << 3) | 2));
    this.#varint(BigInt(length));
    for (const byte of content) this.bytes.push(byte);
  }
  message(field: number, { bytes }: Message): this {
    this.#append(field, bytes, bytes.length);
    return this;
  }
  text(field: number, text: string): this {
    const bytes = new TextEncoder().encode(text);
    this.#append(field, bytes, bytes.length);
    return this;
  }
}

/** The profile as a file of pprof (`go tool pprof`), not compressed. A sample has its L2 gas and its steps. */
export function pprof({ samples }: Profile): Uint8Array {
  const texts = new Map([['', 0]]);
  const text = (value: string): number => {
    let index = texts.get(value);
    if (index === undefined) texts.set(value, (index = texts.size));
    return index;
  };
  const profile = new Message();
  const valueType = (type: string, unit: string) =>
    new Message().number(VALUE_TYPE.type, text(type)).number(VALUE_TYPE.unit, text(unit));
  profile.message(PROFILE.sampleType, valueType(GAS_TYPE, 'count'));
  profile.message(PROFILE.sampleType, valueType(STEPS_TYPE, 'count'));
  const functions = new Map<string, number>();
  const locations = new Map<string, number>();
  const functionOf = (name: string, file: string): number => {
    const key = `${name}\n${file}`;
    let id = functions.get(key);
    if (id === undefined) {
      functions.set(key, (id = functions.size + 1));
      profile.message(
        PROFILE.function,
        new Message()
          .number(FUNCTION.id, id)
          .number(FUNCTION.name, text(name))
          .number(FUNCTION.systemName, text(name))
          .number(FUNCTION.file, text(file)),
      );
    }
    return id;
  };
  const locationOf = (name: string, file = '', line = 0): number => {
    const key = `${name}\n${file}\n${line}`;
    let id = locations.get(key);
    if (id === undefined) {
      locations.set(key, (id = locations.size + 1));
      const place = new Message().number(LINE.function, functionOf(name, file)).number(LINE.line, line);
      profile.message(PROFILE.location, new Message().number(LOCATION.id, id).message(LOCATION.line, place));
    }
    return id;
  };
  for (const { stack, libfunc, l2Gas, steps } of samples) {
    const sample = new Message();
    // Innermost first.
    if (libfunc !== undefined) sample.number(SAMPLE.locations, locationOf(libfunc));
    for (const { name, file, line } of stack.toReversed())
      sample.number(SAMPLE.locations, locationOf(name, file, line));
    profile.message(PROFILE.sample, sample.number(SAMPLE.values, l2Gas).number(SAMPLE.values, steps));
  }
  profile.number(PROFILE.defaultSampleType, text(GAS_TYPE));
  for (const value of texts.keys()) profile.text(PROFILE.strings, value);
  return Uint8Array.from(profile.bytes);
}
