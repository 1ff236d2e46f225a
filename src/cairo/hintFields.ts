/** The fields of a hint in the order of the compiler's output: plain numbers first, then inputs, then outputs. */
export interface HintFields {
  readonly numbers?: readonly string[];
  /** Operands that are read. */
  readonly ins: readonly string[];
  /** Cells that are written. */
  readonly outs: readonly string[];
}

const fields = (ins: string, outs = ''): HintFields => ({ ins: words(ins), outs: words(outs) });
const words = (text: string): string[] => (text === '' ? [] : text.split(' '));

// Source: Cairo compiler 2.20.0. The last group appears only in old classes.
const TABLE = {
  AllocSegment: fields('', 'dst'),
  TestLessThan: fields('lhs rhs', 'dst'),
  TestLessThanOrEqual: fields('lhs rhs', 'dst'),
  TestLessThanOrEqualAddress: fields('lhs rhs', 'dst'),
  WideMul128: fields('lhs rhs', 'high low'),
  DivMod: fields('lhs rhs', 'quotient remainder'),
  Uint256DivMod: fields('dividend0 dividend1 divisor0 divisor1', 'quotient0 quotient1 remainder0 remainder1'),
  Uint512DivModByUint256: fields(
    'dividend0 dividend1 dividend2 dividend3 divisor0 divisor1',
    'quotient0 quotient1 quotient2 quotient3 remainder0 remainder1',
  ),
  SquareRoot: fields('value', 'dst'),
  Uint256SquareRoot: fields(
    'value_low value_high',
    'sqrt0 sqrt1 remainder_low remainder_high sqrt_mul_2_minus_remainder_ge_u128',
  ),
  LinearSplit: fields('value scalar max_x', 'x y'),
  AllocFelt252Dict: fields('segment_arena_ptr'),
  Felt252DictEntryInit: fields('dict_ptr key'),
  Felt252DictEntryUpdate: fields('dict_ptr value'),
  GetSegmentArenaIndex: fields('dict_end_ptr', 'dict_index'),
  InitSquashData: fields('dict_accesses ptr_diff n_accesses', 'big_keys first_key'),
  GetCurrentAccessIndex: fields('range_check_ptr'),
  ShouldSkipSquashLoop: fields('', 'should_skip_loop'),
  GetCurrentAccessDelta: fields('', 'index_delta_minus1'),
  ShouldContinueSquashLoop: fields('', 'should_continue'),
  GetNextDictKey: fields('', 'next_key'),
  AssertLeFindSmallArcs: fields('range_check_ptr a b'),
  AssertLeIsFirstArcExcluded: fields('', 'skip_exclude_a_flag'),
  AssertLeIsSecondArcExcluded: fields('', 'skip_exclude_b_minus_a'),
  RandomEcPoint: fields('', 'x y'),
  FieldSqrt: fields('val', 'sqrt'),
  DebugPrint: fields('start end'),
  AllocConstantSize: fields('size', 'dst'),
  U256InvModN: fields('b0 b1 n0 n1', 'g0_or_no_inv g1_option s_or_r0 s_or_r1 t_or_k0 t_or_k1'),
  EvalCircuit: fields('n_add_mods add_mod_builtin n_mul_mods mul_mod_builtin'),
  SystemCall: fields('system'),
  Cheatcode: { numbers: ['selector'], ...fields('input_start input_end', 'output_start output_end') },

  AssertCurrentAccessIndicesIsEmpty: fields(''),
  AssertAllAccessesUsed: fields('', 'n_used_accesses'),
  AssertAllKeysUsed: fields(''),
  AssertLeAssertThirdArcExcluded: fields(''),
  AssertLtAssertValidInput: fields('a b'),
  Felt252DictRead: fields('dict_ptr key', 'value_dst'),
  Felt252DictWrite: fields('dict_ptr key value'),
} satisfies Record<string, HintFields>;

export type HintName = keyof typeof TABLE;

/** The fields of every hint that a class file may contain. */
export const HINT_FIELDS: Readonly<Record<HintName, HintFields>> = TABLE;

export const isHintName = (name: string): name is HintName => Object.hasOwn(HINT_FIELDS, name);
