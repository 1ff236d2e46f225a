import { demand, singleType } from '../../types/specialization.ts';
import { type Context, ofType, plain, type SignatureRule, type SignatureTable, signatureOf } from './signature.ts';

/** The type all members of a tuple have. */
function memberOf(context: Context, tuple: number): number {
  const members = context.types.parts(tuple, 'Struct');
  demand(
    !context.types.info(tuple).zeroSized && members.length > 0 && members.every((member) => member === members[0]),
  );
  return members[0]!;
}

/** A libfunc of a tuple T whose members all have the type M. */
const ofTuple = (text: string): SignatureRule => {
  return (context, args) => {
    const tuple = singleType(args);
    return signatureOf(context, text, { T: tuple, M: memberOf(context, tuple) });
  };
};

/** Arrays, spans and dictionaries. */
export const collections: SignatureTable = {
  array_new: ofType('-> Array<T>'),
  span_from_tuple: ofTuple('Box<@T> -> + @Array<M>'),
  tuple_from_span: ofTuple('@Array<M> -> @Box<T> |'),
  array_len: ofType('@Array<T> -> u32'),
  array_append: ofType('Array<T>, T -> + Array<T>'),
  array_pop_front: ofType('Array<T> -> Array<T>, Box<T> | Array<T> =0'),
  array_pop_front_consume: ofType('Array<T> -> Array<T>, Box<T> |'),
  array_get: ofType('RangeCheck, @Array<T>, u32 -> RangeCheck, Box<@T> | RangeCheck'),
  array_slice: ofType('RangeCheck, @Array<T>, u32, u32 -> RangeCheck, @Array<T> | RangeCheck'),
  array_snapshot_pop_front: ofType('@Array<T> -> @Array<T>, Box<@T> | @Array<T> =0'),
  array_snapshot_pop_back: ofType('@Array<T> -> @Array<T>, Box<@T> | @Array<T> =0'),
  array_snapshot_multi_pop_front: ofTuple(
    'RangeCheck, @Array<M> -> RangeCheck, @Array<M>, @Box<T> | RangeCheck, @Array<M> =1',
  ),
  array_snapshot_multi_pop_back: ofTuple(
    'RangeCheck, @Array<M> -> RangeCheck, @Array<M>, @Box<T> $0 | RangeCheck, @Array<M> =1',
  ),

  felt252_dict_new: ofType('SegmentArena -> SegmentArena, Felt252Dict<T>'),
  felt252_dict_squash: ofType(
    'RangeCheck, GasBuiltin, SegmentArena, Felt252Dict<T> -> ' +
      'RangeCheck $0, GasBuiltin $1, SegmentArena $2, SquashedFelt252Dict<T> $3',
  ),
  felt252_dict_entry_get: ofType('Felt252Dict<T>, felt252 -> + Felt252DictEntry<T>, T'),
  felt252_dict_entry_finalize: ofType('Felt252DictEntry<T>, T -> + Felt252Dict<T> =0'),
  squashed_felt252_dict_entries: ofType("SquashedFelt252Dict<T> -> + Array<Struct<'Tuple', felt252, T, T>> =0"),

  print: plain('Array<felt252> -> +'),
};
