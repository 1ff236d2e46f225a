/** The names of larger objects are put into a set, since comparing each name with all others would take too long. */
const MAX_COMPARED_NAMES = 16;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The member names of all open objects of a JSON text, to find duplicates. */
export class MemberNames {
  readonly #bytes: Uint8Array;
  /** Where the names begin and end, those of the outermost object first. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #count = 0;
  /** The index of the first name of the innermost object, and of the objects around it. */
  #first = 0;
  readonly #firstOf: number[] = [];
  /** All names of the innermost object, when it has many or one of them is escaped; and the same of the objects around it. */
  #set: Set<string> | undefined;
  readonly #setOf: (Set<string> | undefined)[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  open(): void {
    this.#firstOf.push(this.#first);
    this.#setOf.push(this.#set);
    this.#first = this.#count;
    this.#set = undefined;
  }

  close(): void {
    this.#count = this.#first;
    this.#first = this.#firstOf.pop()!;
    this.#set = this.#setOf.pop();
  }

  /** Adds a name to the innermost object. Returns false when the object already has it. */
  add(start: number, end: number, isEscaped: boolean): boolean {
    if (this.#set || isEscaped || this.#count - this.#first >= MAX_COMPARED_NAMES)
      return this.#addToSet(start, end, isEscaped);
    for (let i = this.#first; i < this.#count; i++)
      if (this.#ends[i]! - this.#starts[i]! === end - start && this.#areSame(this.#starts[i]!, start, end - start))
        return false;
    this.#starts[this.#count] = start;
    this.#ends[this.#count] = end;
    this.#count++;
    return true;
  }

  #areSame(one: number, other: number, length: number): boolean {
    const bytes = this.#bytes;
    for (let i = 0; i < length; i++) if (bytes[one + i] !== bytes[other + i]) return false;
    return true;
  }

  #addToSet(start: number, end: number, isEscaped: boolean): boolean {
    if (!this.#set) {
      this.#set = new Set();
      for (let i = this.#first; i < this.#count; i++) this.#set.add(this.#nameAt(this.#starts[i]!, this.#ends[i]!));
    }
    const written = this.#nameAt(start, end);
    const name: string = isEscaped ? JSON.parse(`"${written}"`) : written;
    if (this.#set.has(name)) return false;
    this.#set.add(name);
    return true;
  }

  #nameAt(start: number, end: number): string {
    return decoder.decode(this.#bytes.subarray(start, end));
  }
}
