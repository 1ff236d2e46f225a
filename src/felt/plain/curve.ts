import { inverse, mod, squareRoot } from './modular.ts';

/** A curve y^2 = x^3 + a x + b over the integers modulo p, whose points form a group of prime order n. */
export interface Curve {
  readonly name: string;
  readonly p: bigint;
  readonly a: bigint;
  readonly b: bigint;
  readonly n: bigint;
  readonly generator: Point;
}

/** A point of a curve; (0, 0), which lies on none of ours, stands for the point at infinity. */
export interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

/** The neutral element. */
export const INFINITY: Point = { x: 0n, y: 0n };

export const isInfinity = (point: Point): boolean => point.x === 0n && point.y === 0n;

/** Whether reduced coordinates satisfy the curve's equation; the point at infinity does not. */
export function satisfies(curve: Curve, { x, y }: Point): boolean {
  return mod(y * y - (x * x + curve.a) * x - curve.b, curve.p) === 0n;
}

/** The sum of two points, by the chord and the tangent. */
export function addPoints(curve: Curve, left: Point, right: Point): Point {
  if (isInfinity(left)) return right;
  if (isInfinity(right)) return left;
  const { p, a } = curve;
  let slope: bigint;
  if (left.x !== right.x) slope = (left.y - right.y) * inverse(left.x - right.x, p);
  else if (left.y === right.y && left.y !== 0n) slope = (3n * left.x * left.x + a) * inverse(2n * left.y, p);
  else return INFINITY;
  slope = mod(slope, p);
  const x = mod(slope * slope - left.x - right.x, p);
  return { x, y: mod(slope * (left.x - x) - left.y, p) };
}

/** The point with its sign changed. */
export function negatePoint(curve: Curve, point: Point): Point {
  return { x: point.x, y: mod(-point.y, curve.p) };
}

/** scalar * point, for a scalar of any size, in Jacobian coordinates (x = X / Z^2, y = Y / Z^3). */
export function multiplyPoint(curve: Curve, point: Point, scalar: bigint): Point {
  const { p, a } = curve;
  if (isInfinity(point)) return INFINITY;
  const wanted = mod(scalar, curve.n);
  let [X, Y, Z] = [0n, 1n, 0n];
  for (let bit = BigInt(wanted.toString(2).length - 1); bit >= 0n; bit--) {
    if (Z !== 0n) {
      const squareY = (Y * Y) % p;
      const S = 4n * X * squareY;
      const M = (3n * X * X + a * Z ** 4n) % p;
      const nextX = mod(M * M - 2n * S, p);
      Z = (2n * Y * Z) % p;
      Y = mod(M * (S - nextX) - 8n * squareY * squareY, p);
      X = nextX;
    }
    if (((wanted >> bit) & 1n) === 0n) continue;
    if (Z === 0n) {
      [X, Y, Z] = [point.x, point.y, 1n];
      continue;
    }
    const squareZ = (Z * Z) % p;
    const H = mod(point.x * squareZ - X, p);
    const r = mod(point.y * squareZ * Z - Y, p);
    // H is not 0: the sum so far is an even multiple below n - 1, so it is neither the point nor its negative.
    const squareH = (H * H) % p;
    const cubeH = squareH * H;
    const V = X * squareH;
    const nextX = mod(r * r - cubeH - 2n * V, p);
    Y = mod(r * (V - nextX) - Y * cubeH, p);
    Z = (Z * H) % p;
    X = nextX;
  }
  if (Z === 0n) return INFINITY;
  const inverseZ = inverse(Z, p);
  const square = (inverseZ * inverseZ) % p;
  return { x: (X * square) % p, y: (Y * square * inverseZ) % p };
}

/** The point with this x and an even or odd y; undefined when the curve has none. */
export function pointFromX(curve: Curve, x: bigint, odd: boolean): Point | undefined {
  const y = squareRoot((x * x + curve.a) * x + curve.b, curve.p);
  if (y === undefined) return undefined;
  return { x, y: (y & 1n) === (odd ? 1n : 0n) ? y : mod(-y, curve.p) };
}
