import type { Machine } from '../../cairo/machine.ts';
import { type Pointer, pointer } from '../../cairo/pointer.ts';
import type { Curve, Point } from '../../felt/secp.ts';

/** Cells that a point would take. */
const POINT_CELLS = 6;

/** The curve points a frame has made. Contracts hold them by addresses in a segment that stays empty. */
export class SecpPoints {
  readonly #base: Pointer;
  readonly #points = new Map<Pointer, { readonly curve: Curve; readonly point: Point }>();

  constructor(machine: Machine) {
    this.#base = pointer(machine.addSegment(), 0);
  }

  /** Keeps a point and gives its address. Points of both curves are counted together. */
  add(curve: Curve, point: Point): Pointer {
    const address = (this.#base + POINT_CELLS * this.#points.size) as Pointer;
    this.#points.set(address, { curve, point });
    return address;
  }

  /** The point of this curve at an address. */
  at(curve: Curve, address: Pointer): Point | undefined {
    const entry = this.#points.get(address);
    return entry?.curve === curve ? entry.point : undefined;
  }
}
