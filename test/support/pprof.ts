// Reads profiles in the format of pprof: protobuf messages, packed with gzip or not.
import { gunzipSync } from 'node:zlib';

/** The fields of a protobuf message: numbers, or the bytes of what has a length. */
function* fieldsOf(bytes: Uint8Array): Generator<readonly [field: number, value: bigint | Uint8Array]> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    if ((tag & 7) === 0) yield [tag >> 3, varint()];
    else {
      const length = Number(varint());
      yield [tag >> 3, bytes.subarray(at, (at += length))];
    }
  }
}

const valuesOf = (bytes: Uint8Array, field: number) =>
  [...fieldsOf(bytes)].flatMap(([f, value]) => (f === field ? [value] : []));
const messagesOf = (bytes: Uint8Array, field: number) => valuesOf(bytes, field) as Uint8Array[];
const numberOf = (bytes: Uint8Array, field: number) => Number(valuesOf(bytes, field)[0] ?? 0n);

/** The numbers of a repeated field, packed or not. */
function numbersOf(bytes: Uint8Array, field: number): number[] {
  return valuesOf(bytes, field).flatMap((value) => {
    if (typeof value === 'bigint') return [Number(value)];
    const numbers: number[] = [];
    let [number, shift] = [0n, 0n];
    for (const byte of value) {
      number |= BigInt(byte & 127) << shift;
      shift += 7n;
      if (byte >= 128) continue;
      numbers.push(Number(number));
      [number, shift] = [0n, 0n];
    }
    return numbers;
  });
}

export interface PprofSample {
  /** Outermost first. */
  readonly stack: readonly string[];
  readonly values: Readonly<Record<string, number>>;
}

export function readPprof(file: Uint8Array): readonly PprofSample[] {
  const bytes = file[0] === 0x1f ? gunzipSync(file) : file;
  const strings = messagesOf(bytes, 6).map((text) => new TextDecoder().decode(text));
  const types = messagesOf(bytes, 1).map((type) => strings[numberOf(type, 1)]!);
  const functions = new Map(messagesOf(bytes, 5).map((one) => [numberOf(one, 1), strings[numberOf(one, 2)]!]));
  const locations = new Map(
    messagesOf(bytes, 4).map((one) => [
      numberOf(one, 1),
      // The line of the innermost inlined function is the first.
      messagesOf(one, 4).map((line) => functions.get(numberOf(line, 1))!),
    ]),
  );
  return messagesOf(bytes, 2).map((sample) => ({
    stack: numbersOf(sample, 1)
      .flatMap((id) => locations.get(id)!)
      .reverse(),
    values: Object.fromEntries(numbersOf(sample, 2).map((value, i) => [types[i]!, value])),
  }));
}
