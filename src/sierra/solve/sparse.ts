/** A vector whose nonzero entries are listed in the order in which they were first touched. An entry may be listed and be zero. */
export class SparseVector {
  readonly values: Float64Array;
  readonly #isListed: Uint8Array;
  readonly indices: Int32Array;
  count = 0;

  constructor(size: number) {
    this.values = new Float64Array(size);
    this.#isListed = new Uint8Array(size);
    this.indices = new Int32Array(size);
  }

  clear(): void {
    const { values, indices, count } = this;
    for (let k = 0; k < count; k++) {
      values[indices[k]!] = 0;
      this.#isListed[indices[k]!] = 0;
    }
    this.count = 0;
  }

  list(index: number): void {
    if (this.#isListed[index] === 1) return;
    this.#isListed[index] = 1;
    this.indices[this.count++] = index;
  }

  set(index: number, value: number): void {
    this.list(index);
    this.values[index] = value;
  }

  add(index: number, amount: number): void {
    this.list(index);
    this.values[index]! += amount;
  }

  /** The sum of squares, added in the order of the list. */
  squares(): number {
    let sum = 0;
    for (let k = 0; k < this.count; k++) {
      const value = this.values[this.indices[k]!]!;
      sum += value * value;
    }
    return sum;
  }
}

/** A growing matrix, column by column. The entries of a column are in the order in which they were added. */
export class SparseColumns {
  /** The first entry of each column, and the end of the last one. */
  readonly start: number[] = [0];
  rows = new Int32Array(16);
  values = new Float64Array(16);
  entries = 0;

  push(row: number, value: number): void {
    if (this.entries === this.rows.length) {
      const rows = new Int32Array(2 * this.entries);
      rows.set(this.rows);
      this.rows = rows;
      const values = new Float64Array(2 * this.entries);
      values.set(this.values);
      this.values = values;
    }
    this.rows[this.entries] = row;
    this.values[this.entries++] = value;
  }

  endColumn(): void {
    this.start.push(this.entries);
  }

  clear(): void {
    this.start.length = 1;
    this.entries = 0;
  }

  /** The transposed matrix of `height` rows; the entries of its columns are in descending order, as in the reference solver. */
  transposed(height: number): SparseColumns {
    const other = new SparseColumns();
    const { start, rows, values, entries } = this;
    const ends = new Int32Array(height + 1);
    for (let e = 0; e < entries; e++) ends[rows[e]!]!++;
    for (let r = 1; r <= height; r++) ends[r]! += ends[r - 1]!;
    other.rows = new Int32Array(entries);
    other.values = new Float64Array(entries);
    other.entries = entries;
    for (let column = 0; column + 1 < start.length; column++)
      for (let e = start[column]!; e < start[column + 1]!; e++) {
        const to = --ends[rows[e]!]!;
        other.rows[to] = column;
        other.values[to] = values[e]!;
      }
    other.start.length = 0;
    for (const first of ends) other.start.push(first);
    return other;
  }
}
