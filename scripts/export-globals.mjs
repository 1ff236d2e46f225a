// Exports the mutable globals of a WebAssembly module as `global0`, `global1`, … AssemblyScript exports none, but the driver needs
// them to copy an instance (src/felt/kernel.ts).

const GLOBAL_SECTION = 6;
const EXPORT_SECTION = 7;
const GLOBAL_KIND = 3;

const varuint = (value) => {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value > 0);
  return bytes;
};

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  varuint() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }
  /** Skips an initial value: one constant and `end`. */
  skipConstant() {
    const opcode = this.bytes[this.at++];
    if (opcode !== 0x41 && opcode !== 0x42) throw new Error(`Unexpected initial value of a global: opcode ${opcode}.`);
    while (this.bytes[this.at++] >= 0x80);
    if (this.bytes[this.at++] !== 0x0b) throw new Error('The initial value of a global is not one constant.');
  }
}

/** The numbers of the mutable globals. */
function mutableGlobals(section) {
  const reader = new Reader(section);
  const found = [];
  for (let index = 0, count = reader.varuint(); index < count; index++) {
    reader.at++; // the type
    if (section[reader.at++] === 1) found.push(index);
    reader.skipConstant();
  }
  return found;
}

function withExports(section, globals) {
  const reader = new Reader(section);
  const count = reader.varuint();
  const added = globals.flatMap((index, i) => {
    const name = Buffer.from(`global${i}`);
    return [...varuint(name.length), ...name, GLOBAL_KIND, ...varuint(index)];
  });
  return Buffer.concat([Buffer.from(varuint(count + globals.length)), section.subarray(reader.at), Buffer.from(added)]);
}

/** The module with its mutable globals exported. */
export function exportGlobals(wasm) {
  const reader = new Reader(wasm);
  reader.at = 8;
  const parts = [wasm.subarray(0, 8)];
  let globals = [];
  while (reader.at < wasm.length) {
    const id = wasm[reader.at++];
    const size = reader.varuint();
    let section = wasm.subarray(reader.at, reader.at + size);
    reader.at += size;
    if (id === GLOBAL_SECTION) globals = mutableGlobals(section);
    if (id === EXPORT_SECTION) section = withExports(section, globals);
    parts.push(Buffer.from([id, ...varuint(section.length)]), section);
  }
  return Buffer.concat(parts);
}
