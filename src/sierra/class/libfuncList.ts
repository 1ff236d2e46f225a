import { parseJson } from '../../json/parseJson.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { syscallLibfuncs } from '../libfuncs/starknet.ts';
import { formatVersion, isAtLeast, libfuncName, type Program, type Version } from '../program.ts';
import { SierraError } from '../sierraError.ts';

// Lists of the Cairo compiler: `audited` is that of 2.21.0 (259 ids), `experimental` that of 2.18.0, the last to have one (249).
// A libfunc that was added in a Sierra version is allowed from that version on. The compiler's list `all` lacks the libfuncs for
// debugging and testing, such as print. Ours is not a list: the node accepts every class that compiles. The syscalls are not listed
// here, because their rows say since when they exist (libfuncs/starknet.ts).
const SINCE_1_0 = `
  add_circuit_input alloc_local array_append array_get array_len array_new array_pop_front array_pop_front_consume
  array_slice array_snapshot_multi_pop_back array_snapshot_multi_pop_front array_snapshot_pop_back
  array_snapshot_pop_front bitwise bool_and_impl bool_not_impl bool_or_impl bool_to_felt252 bool_xor_impl
  bounded_int_add bounded_int_constrain bounded_int_div_rem bounded_int_is_zero bounded_int_mul bounded_int_sub
  bounded_int_trim_max bounded_int_trim_min bounded_int_wrap_non_zero box_forward_snapshot branch_align bytes31_const
  bytes31_to_felt252 bytes31_try_from_felt252 circuit_failure_guarantee_verify class_hash_const class_hash_to_felt252
  class_hash_try_from_felt252 const_as_box const_as_immediate contract_address_const contract_address_to_felt252
  contract_address_try_from_felt252 coupon_buy coupon_call coupon_refund disable_ap_tracking downcast drop dup ec_neg
  ec_point_from_x_nz ec_point_is_zero ec_point_try_new_nz ec_point_unwrap ec_point_zero ec_state_add ec_state_add_mul
  ec_state_init ec_state_try_finalize_nz enable_ap_tracking enum_from_bounded_int enum_init enum_match
  enum_snapshot_match eval_circuit felt252_add felt252_const felt252_dict_entry_finalize felt252_dict_entry_get
  felt252_dict_new felt252_dict_squash felt252_div felt252_is_zero felt252_mul felt252_sub finalize_locals
  function_call get_builtin_costs get_circuit_descriptor get_circuit_output hades_permutation i128_const i128_diff
  i128_eq i128_overflowing_add_impl i128_overflowing_sub_impl i128_to_felt252 i128_try_from_felt252 i16_const i16_diff
  i16_eq i16_overflowing_add_impl i16_overflowing_sub_impl i16_to_felt252 i16_try_from_felt252 i16_wide_mul i32_const
  i32_diff i32_eq i32_overflowing_add_impl i32_overflowing_sub_impl i32_to_felt252 i32_try_from_felt252 i32_wide_mul
  i64_const i64_diff i64_eq i64_overflowing_add_impl i64_overflowing_sub_impl i64_to_felt252 i64_try_from_felt252
  i64_wide_mul i8_const i8_diff i8_eq i8_overflowing_add_impl i8_overflowing_sub_impl i8_to_felt252
  i8_try_from_felt252 i8_wide_mul init_circuit_data int_range_pop_front int_range_try_new into_box into_u96_guarantee
  jump match_nullable null nullable_forward_snapshot nullable_from_box pedersen redeposit_gas rename
  revoke_ap_tracking sha256_state_handle_digest sha256_state_handle_init snapshot_take span_from_tuple
  storage_address_from_base storage_address_from_base_and_offset storage_address_to_felt252
  storage_address_try_from_felt252 storage_base_address_const storage_base_address_from_felt252 store_local store_temp
  struct_construct struct_deconstruct struct_snapshot_deconstruct try_into_circuit_modulus tuple_from_span
  u128_byte_reverse u128_const u128_eq u128_guarantee_mul u128_is_zero u128_mul_guarantee_verify u128_overflowing_add
  u128_overflowing_sub u128_safe_divmod u128_sqrt u128_to_felt252 u128s_from_felt252 u16_bitwise u16_const u16_eq
  u16_is_zero u16_overflowing_add u16_overflowing_sub u16_safe_divmod u16_sqrt u16_to_felt252 u16_try_from_felt252
  u16_wide_mul u256_guarantee_inv_mod_n u256_is_zero u256_safe_divmod u256_sqrt u32_bitwise u32_const u32_eq
  u32_is_zero u32_overflowing_add u32_overflowing_sub u32_safe_divmod u32_sqrt u32_to_felt252 u32_try_from_felt252
  u32_wide_mul u512_safe_divmod_by_u256 u64_bitwise u64_const u64_eq u64_is_zero u64_overflowing_add
  u64_overflowing_sub u64_safe_divmod u64_sqrt u64_to_felt252 u64_try_from_felt252 u64_wide_mul u8_bitwise u8_const
  u8_eq u8_is_zero u8_overflowing_add u8_overflowing_sub u8_safe_divmod u8_sqrt u8_to_felt252 u8_try_from_felt252
  u8_wide_mul u96_guarantee_verify u96_limbs_less_than_guarantee_verify u96_single_limb_less_than_guarantee_verify
  unbox unwrap_non_zero upcast withdraw_gas withdraw_gas_all
`;

const SINCE_1_8 = `
  blake2s_compress blake2s_finalize ec_neg_nz enum_boxed_match gas_reserve_create gas_reserve_utilize local_into_box
  squashed_felt252_dict_entries struct_boxed_deconstruct
`;

const SINCE_1_9 = `
  sha512_state_handle_digest sha512_state_handle_init
`;

const SINCE_1_9_5 = `
  u96_limbs_less_than_guarantee_verify_v2
`;

const EXPERIMENTAL_ONLY = `
  felt252_add_const felt252_div_const felt252_mul_const felt252_sub_const
`;

/** The allowed libfuncs, with the Sierra version that each of them needs. */
export type LibfuncList = ReadonlyMap<string, Version | undefined>;

export const LIBFUNC_LIST_NAMES = ['audited', 'all', 'experimental'] as const;
export type LibfuncListName = (typeof LIBFUNC_LIST_NAMES)[number];

const wordsOf = (text: string): string[] => text.trim().split(/\s+/);
const words = (text: string, version?: Version) => wordsOf(text).map((id) => [id, version] as const);

/** The libfuncs that a class may declare, and the texts for error messages. */
export interface AllowedLibfuncs {
  readonly list: LibfuncList;
  readonly name: string;
  /** What to do about a libfunc that is not allowed. */
  readonly wayOut: string;
}

/** A built-in list; undefined for `all`, which allows every libfunc that the compiler supports. */
export function libfuncList(name: string): LibfuncList | undefined {
  if (name === 'audited')
    return new Map([
      ...Object.entries(syscallLibfuncs).map(([id, { since }]) => [id, since] as const),
      ...words(SINCE_1_0),
      ...words(SINCE_1_8, { major: 1, minor: 8, patch: 0 }),
      ...words(SINCE_1_9, { major: 1, minor: 9, patch: 0 }),
      ...words(SINCE_1_9_5, { major: 1, minor: 9, patch: 5 }),
    ]);
  if (name === 'experimental') {
    const syscalls = Object.keys(syscallLibfuncs).filter((id) => !syscallLibfuncs[id]!.since);
    return new Map([...syscalls, ...wordsOf(SINCE_1_0), ...wordsOf(EXPERIMENTAL_ONLY)].map((id) => [id, undefined]));
  }
  if (name === 'all') return undefined;
  throw new SierraError(
    'libfuncList',
    `No libfunc list named '${name}' is known. Choose one of ${LIBFUNC_LIST_NAMES.join(', ')}.`,
  );
}

/** Reads a list file: `{"allowed_libfuncs": [ids]}`, or an object that gives the version each id needs. */
export function parseLibfuncList(text: string, file: string): LibfuncList {
  const broken = () =>
    new SierraError('libfuncList', `Failed to deserialize the allowed libfuncs file '${file}'.`, { subject: file });
  let json: unknown;
  try {
    json = parseJson(text, sourceLimits.fileJson);
  } catch {
    throw broken();
  }
  const allowed = (json as { allowed_libfuncs?: unknown } | null)?.allowed_libfuncs;
  if (Array.isArray(allowed) && allowed.every((id) => typeof id === 'string'))
    return new Map(allowed.map((id) => [id, undefined]));
  if (typeof allowed !== 'object' || allowed === null || Array.isArray(allowed)) throw broken();
  return new Map(
    Object.entries(allowed).map(([id, version]) => {
      if (version === null) return [id, undefined];
      const { major, minor, patch } = version as Partial<Version>;
      if (![major, minor, patch].every((part) => Number.isSafeInteger(part))) throw broken();
      return [id, version as Version];
    }),
  );
}

/** Refuses a program that declares a libfunc, even an unused one, that is not in the list or needs a newer Sierra version. */
export function checkLibfuncs(program: Program, version: Version, { list, name, wayOut }: AllowedLibfuncs): void {
  for (const { id, generic } of program.libfuncs) {
    const place = { subject: libfuncName(program, id) };
    if (!list.has(generic))
      throw new SierraError(
        'libfuncList',
        `Libfunc ${generic} is not allowed in the libfuncs list '${name}'.\n ${wayOut}`,
        place,
      );
    const needed = list.get(generic);
    if (needed && !isAtLeast(version, needed.major, needed.minor))
      throw new SierraError(
        'libfuncList',
        `Libfunc ${generic} requires version ${formatVersion(needed)} while class version is ${formatVersion(version)}.` +
          `\n\n         ${wayOut}`,
        place,
      );
  }
}
