import { EXTENSION, FLAGS } from './code.ts';

const BIAS = 0x8000;

/** One instruction as Cairo assembly. `immediate` is a parameter of its own, because its sign is lost in the bytecode. */
export function instructionText(low: number, high: number, immediate: bigint | number | undefined): string {
  const off0 = (low & 0xffff) - BIAS;
  const off1 = (low >>> 16) - BIAS;
  const off2 = (high % 0x10000) - BIAS;
  const flags = Math.floor(high / 0x10000) & 0x7fff;
  const extension = Math.floor(high / 0x80000000);
  const has = (flag: number) => (flags & flag) !== 0;
  const cell = (fp: boolean, offset: number) => `[${fp ? 'fp' : 'ap'} + ${offset}]`;
  const dst = cell(has(FLAGS.DST_FP), off0);
  const op0 = cell(has(FLAGS.OP0_FP), off1);
  const direct = has(FLAGS.OP1_IMM) ? String(immediate) : cell(has(FLAGS.OP1_FP), off2);
  const end = has(FLAGS.AP_INC) ? ', ap++;' : ';';
  if (extension === EXTENSION.blake || extension === EXTENSION.blakeFinalize) {
    const finalize = extension === EXTENSION.blakeFinalize;
    return `blake2s[state=${op0}, message=${direct}, byte_count=${dst}, finalize=${finalize}] => [ap + 0]${end}`;
  }
  if (has(FLAGS.RET)) return 'ret;';
  if (has(FLAGS.CALL)) return `call rel ${direct}${end}`;
  if (has(FLAGS.JNZ)) return `jmp rel ${direct} if ${dst} != 0${end}`;
  const deref = !has(FLAGS.OP1_IMM) && !has(FLAGS.OP1_FP) && !has(FLAGS.OP1_AP);
  const operator = has(FLAGS.RES_ADD) ? '+' : has(FLAGS.RES_MUL) ? '*' : undefined;
  const result = deref ? `[${op0} + ${off2}]` : operator ? `${op0} ${operator} ${direct}` : direct;
  if (has(FLAGS.JUMP_REL)) return `jmp rel ${result}${end}`;
  if (has(FLAGS.AP_ADD)) return `ap += ${result}${end}`;
  return `${extension === EXTENSION.qm31 ? '{QM31} ' : ''}${dst} = ${result}${end}`;
}
