import type { Felt } from '../../felt/felt.ts';
import type { Hint } from '../hints/decode.ts';
import type { CellRef, Operand } from '../hints/operand.ts';
import { HAS_CONSTANT, HINT_KIND, OPERAND_FORM } from './abi.generated.ts';

/** The hints that the kernel runs itself, by name. */
const KINDS: Readonly<Record<string, number>> = HINT_KIND;

const RECORD = 16;
const NO_CONSTANT = 0x80;

/** The hints of a program in the kernel's format. */
export interface HintRecords {
  readonly bytes: Uint8Array;
  /** Pairs of an instruction and the offset of its hints in `bytes`. */
  readonly entries: Uint32Array;
  /** The immediates of operands; an operand contains the index. */
  readonly constants: readonly Felt[];
  /** The hints by the number that the kernel requests. */
  readonly hints: readonly Hint[];
}

const fits = (offset: number): boolean => offset >= -0x8000 && offset < 0x8000;

function operandFits(operand: Operand): boolean {
  switch (operand.kind) {
    case 'immediate':
      return true;
    case 'deref':
      return fits(operand.cell.offset);
    case 'doubleDeref':
      return fits(operand.cell.offset) && fits(operand.inner);
    default:
      return fits(operand.cell.offset) && (typeof operand.other === 'bigint' || fits(operand.other.offset));
  }
}

/** Writes hints in the kernel's format. */
export function hintRecords(hints: ReadonlyMap<number, readonly Hint[]>): HintRecords {
  let records = 1;
  for (const list of hints.values()) {
    records++;
    for (const hint of list) records += 1 + operandsOf(hint).length;
  }
  const bytes = new Uint8Array(records * RECORD);
  const view = new DataView(bytes.buffer);
  const places = new Uint32Array(hints.size * 2);
  const constants: Felt[] = [];
  const all: Hint[] = [];
  // Offset 0 means "no hints", so the first record stays empty.
  let at = RECORD;
  let place = 0;

  const writeOperand = (operand: Operand): void => {
    const constant =
      operand.kind === 'immediate'
        ? operand.value
        : 'other' in operand && typeof operand.other === 'bigint'
          ? operand.other
          : undefined;
    bytes[at] = constant === undefined ? NO_CONSTANT : HAS_CONSTANT;
    bytes[at + 1] = OPERAND_FORM[operand.kind];
    if (constant !== undefined) {
      bytes[at + 3] = 1;
      view.setUint32(at + 8, constants.push(constant) - 1, true);
    }
    if (operand.kind !== 'immediate') {
      view.setInt16(at + 4, operand.cell.offset, true);
      let registers = operand.cell.fp ? 1 : 0;
      if (operand.kind === 'doubleDeref') view.setInt16(at + 6, operand.inner, true);
      else if (operand.kind !== 'deref' && typeof operand.other !== 'bigint') {
        view.setInt16(at + 6, operand.other.offset, true);
        if (operand.other.fp) registers |= 2;
      }
      bytes[at + 2] = registers;
    }
    at += RECORD;
  };

  for (const [offset, list] of hints) {
    places[place++] = offset;
    places[place++] = at;
    bytes[at] = 0;
    view.setUint32(at + 4, list.length, true);
    at += RECORD;
    for (const hint of list) {
      const operands = operandsOf(hint);
      bytes[at] = kindOf(hint, operands);
      bytes[at + 1] = operands.length;
      view.setUint32(at + 4, all.push(hint) - 1, true);
      at += RECORD;
      for (const operand of operands) writeOperand(operand);
    }
  }
  return { bytes, entries: places, constants, hints: all };
}

const asOperand = (cell: CellRef): Operand => ({ kind: 'deref', cell });

function operandsOf(hint: Hint): readonly Operand[] {
  if (hint.kind === 'syscall') return hint.operand === undefined ? [] : [hint.operand];
  if (hint.kind === 'cairo0' || KINDS[hint.name] === undefined) return [];
  return [...hint.ins, ...hint.outs.map(asOperand)];
}

function kindOf(hint: Hint, operands: readonly Operand[]): number {
  if (operands.length === 0 || !operands.every(operandFits)) return 0;
  if (hint.kind === 'syscall') return HINT_KIND.SystemCall;
  return KINDS[hint.name] ?? 0;
}
