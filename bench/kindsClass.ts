import { readFileSync } from 'node:fs';
import { encodeProgram } from '../fuzz/encodeProgram.ts';
import { decodeProgram } from '../src/sierra/decode/decodeProgram.ts';
import { compileSierra } from '../src/sierra/index.ts';
import { FALLTHROUGH, type Program } from '../src/sierra/program.ts';
import type { ClassFile } from './serverTransactions.ts';

const VERSION_FELTS = 6;

/** The class of contracts/src/kinds.cairo. */
export const kindsClass = (): ClassFile =>
  JSON.parse(readFileSync('contracts/classes/kinds.sierra.json', 'utf8')) as ClassFile;

/** The program with `copies` more copies of all its functions, which nobody calls. */
function withCopies(program: Program, copies: number): Program {
  const statements = [...program.statements];
  const functions = [...program.functions];
  for (let copy = 1; copy <= copies; copy++) {
    const shift = copy * program.statements.length;
    for (const statement of program.statements)
      statements.push({
        ...statement,
        branches: statement.branches.map(({ target, results }) => ({
          target: target === FALLTHROUGH ? FALLTHROUGH : target + shift,
          results,
        })),
      });
    for (const { id, entry, ...rest } of program.functions)
      functions.push({ ...rest, id: id + copy * program.functions.length, entry: entry + shift });
  }
  return { ...program, statements, functions };
}

/** The same class, made larger until its bytecode has at least `cells` felts. */
export function largeClass(cells: number): ClassFile {
  const file = kindsClass();
  const { program } = decodeProgram(file.sierra_program);
  const versions = file.sierra_program.slice(0, VERSION_FELTS);
  for (let copies = 1; ; copies++) {
    const large = { ...file, sierra_program: encodeProgram(versions, withCopies(program, copies)) };
    if (compileSierra({ ...large, abi: '' }).casm.bytecode.length >= cells) return large;
  }
}
