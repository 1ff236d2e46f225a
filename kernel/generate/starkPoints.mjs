// The Stark curve's fixed points (the same numbers as in src/felt/plain/curves.ts; the tests compare what comes of them).
const BETA = 0x6f21413efbe40de150e596d72f7a8c5609ad26c15c915c1f4cdfcb99cee9e89n;
const GENERATOR = [
  0x1ef15c18599971b7beced415a40f0c7deacfd9b0d1819e03d723d8bc943cfcan,
  0x5668060aa49730b7be4801df46ec62de53ecd11abe43a32873000c36e8dc1fn,
];
const PEDERSEN_SHIFT = [
  0x49ee3eba8c1600700ee1b87eb599f16716b0b1022947733551fde4050ca6804n,
  0x3ca0cfe4b3bc6ddf346d49d06ea0ed34e621062c0e056c1d0405d266e10268an,
];
const PEDERSEN_BASES = [
  0x234287dcbaffe7f969c748655fca9e58fa8120b6d56eb0c1080d17957ebe47bn,
  0x3b056f100f96fb21e889527d41f4e39940135dd7a6c94cc6ed0268ee89e5615n,
  0x4fa56f376c83db33f9dab2656558f3399099ec1de5e3018b7a6932dba8aa378n,
  0x3fa0984c931c9e38113e0c0e47e4401562761f92a7a23b45168f4e80ff5b54dn,
  0x4ba4cc166be8dec764910f75b45f74b40c690c74709e90f3aa372f0bd2d6997n,
  0x40301cf5c1751f4b971e46c4ede85fcac5c59a5ce5ae7c48151f27b24b219cn,
  0x54302dcb0e6cc1c6e44cca8f61a63bb2ca65048d53fb325d36ff12c49a58202n,
  0x1b77b3e37d13504b348046268d8ae25ce98ad783c25561a879dcc77e99c2426n,
];

const START = [
  0x99d96bad6b8993c52c9c1b7d3d42d2928b7b66161618cae42bac30bef339bdn,
  0x3d3f197ae19610c6ad37a81f8f852573850a45a66c1cee042f9224cc9e21594n,
];

const words = (numbers) =>
  `memory.data<u64>([${numbers
    .flatMap((number) => [0n, 64n, 128n, 192n].map((at) => `0x${BigInt.asUintN(64, number >> at).toString(16)}`))
    .join(', ')}])`;

/** AssemblyScript: coordinates as four 64-bit words each. */
export function starkPoints() {
  return `// Written by kernel/generate.mjs.

/** The curve is y^2 = x^3 + x + this. */
export const BETA: usize = ${words([BETA])};
export const GENERATOR: usize = ${words(GENERATOR)};
export const START: usize = ${words(START)};
export const PEDERSEN_SHIFT: usize = ${words(PEDERSEN_SHIFT)};
/** Low and high base of the first input, then of the second. */
export const PEDERSEN_BASES: usize = ${words(PEDERSEN_BASES)};
`;
}
