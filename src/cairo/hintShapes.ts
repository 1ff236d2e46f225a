/**
 * The fields of every hint a class file may carry, in the order the compiler prints them:
 * `in` an operand that is read, `cell` a cell that is written, `hex` a plain number.
 * Source: Cairo compiler 2.20.0; the last group is no longer emitted and appears in old classes only.
 */
export type HintField = readonly [name: string, kind: 'in' | 'cell' | 'hex'];

const shape = (inputs: string, outputs = ''): readonly HintField[] => [
  ...words(inputs).map((name): HintField => [name, 'in']),
  ...words(outputs).map((name): HintField => [name, 'cell']),
];

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

export const HINT_SHAPES: ReadonlyMap<string, readonly HintField[]> = new Map([
  ['AllocSegment', shape('', 'dst')],
  ['TestLessThan', shape('lhs rhs', 'dst')],
  ['TestLessThanOrEqual', shape('lhs rhs', 'dst')],
  ['TestLessThanOrEqualAddress', shape('lhs rhs', 'dst')],
  ['WideMul128', shape('lhs rhs', 'high low')],
  ['DivMod', shape('lhs rhs', 'quotient remainder')],
  ['Uint256DivMod', shape('dividend0 dividend1 divisor0 divisor1', 'quotient0 quotient1 remainder0 remainder1')],
  [
    'Uint512DivModByUint256',
    shape(
      'dividend0 dividend1 dividend2 dividend3 divisor0 divisor1',
      'quotient0 quotient1 quotient2 quotient3 remainder0 remainder1',
    ),
  ],
  ['SquareRoot', shape('value', 'dst')],
  [
    'Uint256SquareRoot',
    shape('value_low value_high', 'sqrt0 sqrt1 remainder_low remainder_high sqrt_mul_2_minus_remainder_ge_u128'),
  ],
  ['LinearSplit', shape('value scalar max_x', 'x y')],
  ['AllocFelt252Dict', shape('segment_arena_ptr')],
  ['Felt252DictEntryInit', shape('dict_ptr key')],
  ['Felt252DictEntryUpdate', shape('dict_ptr value')],
  ['GetSegmentArenaIndex', shape('dict_end_ptr', 'dict_index')],
  ['InitSquashData', shape('dict_accesses ptr_diff n_accesses', 'big_keys first_key')],
  ['GetCurrentAccessIndex', shape('range_check_ptr')],
  ['ShouldSkipSquashLoop', shape('', 'should_skip_loop')],
  ['GetCurrentAccessDelta', shape('', 'index_delta_minus1')],
  ['ShouldContinueSquashLoop', shape('', 'should_continue')],
  ['GetNextDictKey', shape('', 'next_key')],
  ['AssertLeFindSmallArcs', shape('range_check_ptr a b')],
  ['AssertLeIsFirstArcExcluded', shape('', 'skip_exclude_a_flag')],
  ['AssertLeIsSecondArcExcluded', shape('', 'skip_exclude_b_minus_a')],
  ['RandomEcPoint', shape('', 'x y')],
  ['FieldSqrt', shape('val', 'sqrt')],
  ['DebugPrint', shape('start end')],
  ['AllocConstantSize', shape('size', 'dst')],
  ['U256InvModN', shape('b0 b1 n0 n1', 'g0_or_no_inv g1_option s_or_r0 s_or_r1 t_or_k0 t_or_k1')],
  ['EvalCircuit', shape('n_add_mods add_mod_builtin n_mul_mods mul_mod_builtin')],
  ['SystemCall', shape('system')],
  [
    'Cheatcode',
    [['selector', 'hex'], ...shape('input_start input_end', 'output_start output_end')] satisfies HintField[],
  ],

  ['AssertCurrentAccessIndicesIsEmpty', shape('')],
  ['AssertAllAccessesUsed', shape('', 'n_used_accesses')],
  ['AssertAllKeysUsed', shape('')],
  ['AssertLeAssertThirdArcExcluded', shape('')],
  ['AssertLtAssertValidInput', shape('a b')],
  ['Felt252DictRead', shape('dict_ptr key', 'value_dst')],
  ['Felt252DictWrite', shape('dict_ptr key value')],
]);
