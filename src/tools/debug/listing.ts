import { decodeInstruction } from '../../cairo/instruction.ts';
import { VmError } from '../../cairo/vmError.ts';
import type { Felt } from '../../felt/felt.ts';
import { instructionText } from '../../sierra/casm/instructionText.ts';
import { targetOf } from '../../sierra/program.ts';
import type { DebugClass } from './debugClass.ts';

/** The statements of a class with their CASM, one in each line; the instructions of a Cairo 0 class. */
export function sierraListing(own: DebugClass): string {
  const { compiled, names } = own;
  if (!compiled) return own.program.bytecode.map((word, pc) => wordText(word, own.program.bytecode[pc + 1])).join('\n');
  const { program } = compiled.specialized;
  const entries = new Map(
    program.functions.map(({ entry }, id) => [entry, names.functions.get(id) ?? `function ${id}`]),
  );
  const instructions = instructionTexts(own);
  return program.statements
    .map(({ libfunc, args, branches }, index) => {
      const list = (ids: readonly number[]) => ids.map((id) => `[${id}]`).join(', ');
      const name = libfunc < 0 ? 'return' : (names.libfuncs.get(libfunc) ?? program.libfuncs[libfunc]!.generic);
      const targets = branches.map((branch) => {
        const target = targetOf(branch, index);
        return `${target === index + 1 ? '' : `#${target + 1}`}(${list(branch.results)})`;
      });
      const [from, to] = [compiled.offsets[index]!, compiled.offsets[index + 1] ?? compiled.code.size];
      const code = Array.from({ length: to - from }, (_, i) => instructions.get(from + i)).filter((text) => text);
      const entry = entries.has(index) ? `  // ${entries.get(index)}` : '';
      const casm = code.length > 0 ? `  // ${code.join(' ')}` : '';
      return `${name}(${list(args)})${targets.length > 0 ? ` -> ${targets.join(' ')}` : ''};${entry}${casm}`;
    })
    .join('\n');
}

/** A word of a Cairo 0 program; what is not an instruction is data. */
function wordText(word: Felt, next: Felt | undefined): string {
  try {
    decodeInstruction(word);
  } catch (error) {
    if (error instanceof VmError) return `dw ${word};`;
    throw error;
  }
  return instructionText(Number(word & 0xffffffffn), Number(word >> 32n), next);
}

/** The instructions of a class by their offsets. */
function instructionTexts({ compiled }: DebugClass): ReadonlyMap<number, string> {
  const { low, high, immediates } = compiled!.code;
  const texts = new Map<number, string>();
  let offset = 0;
  for (const [i, word] of low.entries()) {
    texts.set(offset, instructionText(word, high[i]!, immediates[i]));
    offset += immediates[i] === undefined ? 1 : 2;
  }
  return texts;
}
