/**
 * The ids of the user types in the signatures of libfuncs: starknet_keccak of each name. They are written out so that the compiler
 * does not need a hash function.
 */
export const USER_TYPES: ReadonlyMap<string, bigint> = new Map([
  ['Tuple', 0x2ee1e2b1b89f8c495f200e4956278a4d47395fe262f27b52e5865c9524c08c3n],
  ['core::bool', 0x3288d594b9a45d15bb2fcb7903f06cdb06b27f0ba88186ec4cfaa98307cb972n],
  ['core::integer::u256', 0x25e2ca4b84968c2d8b83ef476ca8549410346b00836ce79beaf538155990bb2n],
  ['core::integer::u512', 0x2907a9767b8e0b68c23345eea8650b1366373b598791523a07fddaa450ba526n],
  ['core::circuit::u384', 0x35de1f6419a35f1a8c6f276f09c80570ebf482614031777c6d07679cf95b8bbn],
  ['core::array::Span::<core::felt252>', 0x1baeba72e79e9db2587cf44fedb2f3700b2075a5e8e39a562584862c4b71f62n],
  ['core::array::Span::<core::integer::u64>', 0x3f829a4bc463d91621ba418d447cc38c95ddc483f9ccfebae79050eb7b3dcb6n],
  [
    'core::array::Span::<core::starknet::info::v2::ResourceBounds>',
    0x1597b831feeb60c71f259624b79cf66995ea4f7e383403583674ab9c33b9cecn,
  ],
  ['core::starknet::info::v2::ResourceBounds', 0x3342418ef16b3e2799b906b1e4e89dbb9b111332dd44f72458ce44f9895b508n],
  ['core::starknet::info::BlockInfo', 0x3808c701a5d13e100ab11b6c02f91f752ecae7e420d21b56c90ec0a475cc7e5n],
  ['core::starknet::info::TxInfo', 0x2e655a7513158873ca2e5e659a9e175d23bf69a2325cdd0397ca3b8d864b967n],
  ['core::starknet::info::v2::TxInfo', 0x348a62b7a38c0673e61e888d83a3ac1bf334ee7361a8514593d3d9532ed8b39n],
  ['core::starknet::info::v3::TxInfo', 0x2db8ee6affe61edc9ac1b14951a23c709c9b82a4c645fa8be64632bd9fe644bn],
  ['core::starknet::info::ExecutionInfo', 0x19367431bdedfe09ea99eed9ade3de00f195dd97087ed511b8942ebb45dbc5an],
  ['core::starknet::info::v2::ExecutionInfo', 0x7d4d99e9ed8d285b5c61b493cedb63976bc3d9da867933d829f49ce838b5e7n],
  ['core::starknet::info::v3::ExecutionInfo', 0x3dda549830dd1ec87f88217fc4be4b8f53ab537bba2ecca1d3169d839f21191n],
  [
    'core::option::Option::<core::starknet::secp256k1::Secp256k1Point>',
    0x3179e7829d19e62b12c79010203ceee40c98166e97eb104c25ad1adb6b9675an,
  ],
  [
    'core::option::Option::<core::starknet::secp256r1::Secp256r1Point>',
    0xcb47311929e7a903ce831cb2b3e67fe265f121b394a36bc46c17cf352547fcn,
  ],
]);

/** The id of a user type by its name. */
export function userType(name: string): bigint {
  const id = USER_TYPES.get(name);
  if (id === undefined) throw new Error(`The user type ${name} is not in the table of ids.`);
  return id;
}
