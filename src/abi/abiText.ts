// Calls, results and events as people read them: `transfer(recipient: 0x99, amount: 5)`.
import type { Felt } from '../felt/felt.ts';
import { AbiError } from './abiError.ts';
import { abiLimits } from './abiLimits.ts';
import type { AbiEvent, AbiEventMember, AbiEventShape, AbiFunction } from './abiModel.ts';
import { type AbiParameter, type AbiType, isUnit, shortName, typeText } from './abiType.ts';
import { utf8Text } from './byteArray.ts';
import type { EventFelts } from './events.ts';
import { FeltReader } from './feltReader.ts';
import { formatPanicData, plainStringOf } from './panicData.ts';
import { Place } from './place.ts';
import { selectorOfName } from './selector.ts';
import { TextWriter } from './textWriter.ts';

export interface TextOptions {
  /** Characters of the whole text. Default: 200. */
  readonly maxLength?: number;
  /** Felts with more hex digits than this are shortened to `0x1234…cdef`. Default: none is. */
  readonly hexDigits?: number;
}

const DEFAULT_LENGTH = 200;

/** A call with its arguments by name. Calldata that does not fit the function is shown as it is. */
export function callText({ name, inputs }: AbiFunction, calldata: readonly Felt[], options: TextOptions = {}): string {
  return textOf(options, [calldata], name, (writer) => writer.members('(', inputs, calldata, ')'));
}

/** What a function returned; the empty text for nothing. */
export function resultText({ outputs }: AbiFunction, retdata: readonly Felt[], options: TextOptions = {}): string {
  return textOf(options, [retdata], '', (writer) => {
    if (outputs.length === 0 && retdata.length === 0) return;
    if (outputs.length === 1) writer.whole(retdata, (reader) => writer.value(outputs[0]!.type, reader));
    else writer.members('(', outputs, retdata, ')');
  });
}

/** An event with its members by name. */
export function eventText(event: AbiEvent, { keys, data }: EventFelts, options: TextOptions = {}): string {
  return textOf(options, [keys.slice(event.path.length), data], event.name, (writer) =>
    writer.event(event, keys, data),
  );
}

/** One value of a type. */
export function valueOfTypeText(type: AbiType, felts: readonly Felt[], options: TextOptions = {}): string {
  return textOf(options, [felts], '', (writer) => writer.whole(felts, (reader) => writer.value(type, reader)));
}

/** Panic data as revert reasons show it, on one line of bounded length. */
export function panicText(felts: readonly Felt[], { maxLength = DEFAULT_LENGTH }: TextOptions = {}): string {
  const text = new TextWriter(maxLength);
  // A felt is at least three characters of text, and a word of a ByteArray only one.
  text.write(formatPanicData(felts.slice(0, maxLength + 4)));
  return text.toString();
}

function textOf(
  options: TextOptions,
  raw: readonly (readonly Felt[])[],
  name: string,
  write: (writer: ValueWriter) => void,
): string {
  const { maxLength = DEFAULT_LENGTH } = options;
  const writer = new ValueWriter(new TextWriter(maxLength), options);
  try {
    writer.text.write(name);
    write(writer);
    return writer.text.toString();
  } catch (error) {
    if (!(error instanceof AbiError)) throw error;
  }
  // The felts do not fit the ABI: show them as they are.
  const plain = new ValueWriter(new TextWriter(maxLength), options);
  plain.text.write(name);
  for (const felts of raw)
    plain.text.list(name ? '(' : '[', felts.length, (i) => plain.felt(felts[i]!), name ? ')' : ']');
  return plain.text.toString();
}

/** Writes values straight from their felts, and stops when the text is full. */
class ValueWriter {
  readonly text: TextWriter;
  readonly #digits: number;

  constructor(text: TextWriter, { hexDigits = 64 }: TextOptions) {
    this.text = text;
    this.#digits = Math.max(hexDigits, 8);
  }

  /** Reads all felts; those that are left over are an error unless the text is full. */
  whole(felts: readonly Felt[], write: (reader: FeltReader) => void): void {
    const reader = new FeltReader(felts, new Place('value', abiLimits));
    write(reader);
    if (!this.text.isFull) reader.end('the value');
  }

  members(open: string, members: readonly AbiParameter[], felts: readonly Felt[], close: string): void {
    this.whole(felts, (reader) => this.#named(open, members, reader, close));
  }

  event({ path, members }: AbiEvent, keys: readonly Felt[], data: readonly Felt[]): void {
    this.whole(keys.slice(path.length), (key) => this.whole(data, (rest) => this.#parts(members, { key, data: rest })));
  }

  #parts(members: readonly AbiEventMember[], readers: { readonly key: FeltReader; readonly data: FeltReader }): void {
    const item = (i: number) => {
      const member = members[i]!;
      this.text.write(`${member.name}: `);
      if (member.kind === 'nested') readers.key.place.enter(member.name, () => this.#shape(member.event, readers));
      else this.value(member.type, readers[member.kind]);
    };
    this.text.list('(', members.length, item, ')');
  }

  #shape(shape: AbiEventShape, readers: { readonly key: FeltReader; readonly data: FeltReader }): void {
    if (shape.kind === 'struct') {
      this.#parts(shape.members, readers);
      return;
    }
    const selector = readers.key.next('the selector of an event');
    const variant = shape.variants.find(({ name }) => selectorOfName(name) === selector);
    if (!variant) readers.key.wrong(selector, 'the selector of an event');
    this.text.write(variant.name);
    readers.key.place.enter(variant.name, () => this.#shape(variant.event, readers));
  }

  #named(open: string, members: readonly AbiParameter[], reader: FeltReader, close: string): void {
    const item = (i: number) => {
      this.text.write(`${members[i]!.name}: `);
      reader.place.enter(i, () => this.value(members[i]!.type, reader));
    };
    this.text.list(open, members.length, item, close);
  }

  value(type: AbiType, reader: FeltReader): void {
    const { text } = this;
    if (text.isFull) return;
    const inner = (value: AbiType) => (i: number) => reader.place.enter(i, () => this.value(value, reader));
    const wrapped = (name: string, value: AbiType) => text.list(`${name}(`, 1, inner(value), ')');
    switch (type.kind) {
      case 'felt': {
        const felt = reader.below(type.bound, type.name);
        if (type.name === 'felt252' || type.name === 'bytes31') this.#feltOrText(felt);
        else this.felt(felt);
        return;
      }
      case 'integer':
      case 'limbs':
        text.write(`${reader.integer(type)}`);
        return;
      case 'bool':
        text.write(`${reader.bool()}`);
        return;
      case 'byteArray':
        text.write(bytesText(reader.bytes()));
        return;
      case 'array':
        text.list('[', reader.length(type, abiLimits.values), inner(type.item), ']');
        return;
      case 'fixedArray':
        text.list('[', type.length, inner(type.item), ']');
        return;
      case 'tuple':
        text.list('(', type.items.length, (i) => inner(type.items[i]!)(i), ')');
        return;
      case 'struct':
        if (type.members.length === 0) text.write(shortName(type.name));
        else this.#named(`${shortName(type.name)} { `, type.members, reader, ' }');
        return;
      case 'enum': {
        const variant = type.variants[Number(reader.below(BigInt(type.variants.length), typeText(type)))]!;
        if (isUnit(variant.type)) text.write(variant.name);
        else wrapped(variant.name, variant.type);
        return;
      }
      case 'option':
        if (reader.below(2n, 'Option') === 1n) text.write('None');
        else wrapped('Some', type.value);
        return;
      case 'result':
        if (reader.below(2n, 'Result') === 0n) wrapped('Ok', type.ok);
        else wrapped('Err', type.error);
        return;
      case 'nonZero':
        inner(type.value)(0);
        return;
      case 'unknown':
        reader.place.fail('the type is not defined');
    }
  }

  felt(felt: Felt): void {
    const digits = felt.toString(16);
    this.text.write(digits.length > this.#digits ? `0x${digits.slice(0, 4)}…${digits.slice(-4)}` : `0x${digits}`);
  }

  /** A felt, and the short string that it reads as. One or two characters are more likely a number. */
  #feltOrText(felt: Felt): void {
    this.felt(felt);
    const text = felt > 0xffffn ? plainStringOf(felt) : undefined;
    if (text !== undefined) this.text.write(` ('${text}')`);
  }
}

function bytesText(bytes: Uint8Array): string {
  const text = utf8Text(bytes);
  if (text !== undefined) return JSON.stringify(text);
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
