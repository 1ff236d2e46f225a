import { SierraError } from '../sierraError.ts';
import { indexArg, typeArg, typeArgs } from './genericArgs.ts';
import type { TypeTable } from './typeTable.ts';

/** A gate as three value slots: left, right and result. */
export type Gate = readonly [left: number, right: number, result: number];

/** A circuit's layout. A value slot is a 384-bit number of four cells; slot 0 holds the constant one. */
export interface Circuit {
  readonly inputs: number;
  readonly addGates: readonly Gate[];
  readonly mulGates: readonly Gate[];
  /** The slot of each value, by its type. */
  readonly slots: ReadonlyMap<number, number>;
  /** The number of 96-bit range checks of an evaluation. */
  readonly rangeChecks96: number;
}

const GATES = new Set(['AddModGate', 'SubModGate', 'MulModGate', 'InverseGate']);
const MAX_SLOTS = 1 << 16;

/** Lays out a `Circuit<outputs>` type. */
export function layOutCircuit(types: TypeTable, circuit: number): Circuit {
  const outputs = types.parts(typeArg(types.declaration(circuit).args, 0));
  const inputs = collectInputs(types, outputs);
  const count = inputs.length;
  const slots = new Map<number, number>();
  const addGates: Gate[] = [];
  const mulGates: Gate[] = [];
  // Each input has two slots: as given, and reduced by the modulus, which a multiplication by one does.
  inputs.forEach((type, i) => {
    slots.set(type, 1 + count + i);
    mulGates.push([0, 1 + i, 1 + count + i]);
  });
  const open: { readonly type: number; readonly ready: boolean }[] = outputs.map((type) => ({ type, ready: false }));
  while (open.length > 0) {
    const { type, ready } = open.pop()!;
    if (slots.has(type)) continue;
    const parts = gateInputs(types, type);
    if (!ready) {
      if (open.length > MAX_SLOTS) throw new SierraError('registry', 'The circuit is too large.');
      open.push({ type, ready: true });
      for (const part of parts) open.push({ type: part, ready: false });
      continue;
    }
    const slot = 1 + count + slots.size;
    const [left, right] = parts.map((part) => slots.get(part));
    if (left === undefined) throw new SierraError('registry', 'The circuit has a cycle.');
    const other = right ?? 0;
    switch (types.declaration(type).generic) {
      case 'AddModGate':
        addGates.push([left, other, slot]);
        break;
      case 'SubModGate':
        addGates.push([slot, other, left]);
        break;
      case 'MulModGate':
        mulGates.push([left, other, slot]);
        break;
      default:
        mulGates.push([slot, left, 0]);
    }
    slots.set(type, slot);
  }
  return { inputs: count, addGates, mulGates, slots, rangeChecks96: 4 * (1 + count + slots.size) };
}

function gateInputs(types: TypeTable, type: number): number[] {
  const { generic, args } = types.declaration(type);
  if (!GATES.has(generic))
    throw new SierraError('registry', `${generic} is not a gate of a circuit.`, { subject: generic });
  return typeArgs(args, 0);
}

/** The types of the circuit's inputs, by index. There must be no gaps. */
function collectInputs(types: TypeTable, outputs: readonly number[]): number[] {
  const inputs = new Map<number, number>();
  const seen = new Set<number>();
  const open = [...outputs];
  while (open.length > 0) {
    const type = open.pop()!;
    if (seen.has(type)) continue;
    seen.add(type);
    const { generic, args } = types.declaration(type);
    if (generic === 'CircuitInput') inputs.set(indexArg(args, 0), type);
    else for (const part of gateInputs(types, type)) open.push(part);
  }
  return Array.from({ length: inputs.size }, (_, index) => {
    const type = inputs.get(index);
    if (type === undefined) throw new SierraError('registry', `The circuit has no input ${index}.`);
    return type;
  });
}
