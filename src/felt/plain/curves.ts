import { P } from '../felt.ts';
import type { Curve, Point } from './curve.ts';

/** The Stark curve (docs.starknet.io, "STARK curve"). */
export const starkCurve: Curve = {
  name: 'the Stark curve',
  p: P,
  a: 1n,
  b: 0x6f21413efbe40de150e596d72f7a8c5609ad26c15c915c1f4cdfcb99cee9e89n,
  n: 0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2fn,
  generator: {
    x: 0x1ef15c18599971b7beced415a40f0c7deacfd9b0d1819e03d723d8bc943cfcan,
    y: 0x5668060aa49730b7be4801df46ec62de53ecd11abe43a32873000c36e8dc1fn,
  },
};

/**
 * The point that Sierra code starts its sums of points with. The network draws it at random each time. Nothing in a receipt depends
 * on it, and a fixed point keeps runs repeatable. Its x is the first valid one from 75 digits of e upwards, so no program uses it by chance.
 */
export const startPoint: Point = {
  x: 0x99d96bad6b8993c52c9c1b7d3d42d2928b7b66161618cae42bac30bef339bdn,
  y: 0x3d3f197ae19610c6ad37a81f8f852573850a45a66c1cee042f9224cc9e21594n,
};

/** secp256k1 (SEC 2, 2.4.1). */
export const secp256k1: Curve = {
  name: 'secp256k1',
  p: 2n ** 256n - 2n ** 32n - 977n,
  a: 0n,
  b: 7n,
  n: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  generator: {
    x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
    y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  },
};

/** secp256r1, also called P-256 (SEC 2, 2.4.2). */
export const secp256r1: Curve = {
  name: 'secp256r1',
  p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
  a: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 4n,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  n: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  generator: {
    x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
    y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  },
};

/** The Pedersen hash's points: the shift, then low and high part of the first and of the second input. */
export const pedersenPoints = [
  {
    x: 0x49ee3eba8c1600700ee1b87eb599f16716b0b1022947733551fde4050ca6804n,
    y: 0x3ca0cfe4b3bc6ddf346d49d06ea0ed34e621062c0e056c1d0405d266e10268an,
  },
  {
    x: 0x234287dcbaffe7f969c748655fca9e58fa8120b6d56eb0c1080d17957ebe47bn,
    y: 0x3b056f100f96fb21e889527d41f4e39940135dd7a6c94cc6ed0268ee89e5615n,
  },
  {
    x: 0x4fa56f376c83db33f9dab2656558f3399099ec1de5e3018b7a6932dba8aa378n,
    y: 0x3fa0984c931c9e38113e0c0e47e4401562761f92a7a23b45168f4e80ff5b54dn,
  },
  {
    x: 0x4ba4cc166be8dec764910f75b45f74b40c690c74709e90f3aa372f0bd2d6997n,
    y: 0x40301cf5c1751f4b971e46c4ede85fcac5c59a5ce5ae7c48151f27b24b219cn,
  },
  {
    x: 0x54302dcb0e6cc1c6e44cca8f61a63bb2ca65048d53fb325d36ff12c49a58202n,
    y: 0x1b77b3e37d13504b348046268d8ae25ce98ad783c25561a879dcc77e99c2426n,
  },
] as const;
