import type { Machine } from '../../cairo/machine.ts';
import { type Pointer, pointer } from '../../cairo/pointer.ts';
import type { Curve, Point } from '../../felt/secp.ts';

/** The number of cells of a point. */
const POINT_CELLS = 6;

/** The curve points that a frame has created. Contracts refer to them by addresses in a segment that stays empty. */
export class SecpPoints {
  readonly #base: Pointer;
  readonly #points = new Map<Pointer, { readonly curve: Curve; readonly point: Point }>();

  constructor(machine: Machine) {
    this.#base = pointer(machine.addSegment(), 0);
  }

  /** Stores a point and returns its address. The points of both curves share one segment. */
  add(curve: Curve, point: Point): Pointer {
    const address = (this.#base + POINT_CELLS * this.#points.size) as Pointer;
    this.#points.set(address, { curve, point });
    return address;
  }

  /** The point at an address; undefined if there is none or it is on another curve. */
  at(curve: Curve, address: Pointer): Point | undefined {
    const entry = this.#points.get(address);
    return entry?.curve === curve ? entry.point : undefined;
  }
}
