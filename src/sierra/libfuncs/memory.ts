import { type Cell, deferred, type Place, place, places } from '../casm/cell.ts';
import type { Code } from '../casm/code.ts';
import { HOLE, STEP } from '../prices.ts';
import { SierraError } from '../sierraError.ts';
import type { ApEffect, BranchCost } from '../solve/effects.ts';
import { typeArg } from '../types/genericArgs.ts';
import { demand, singleType, singleValue, wrongCount } from '../types/specialization.ts';
import { retype } from './conversions.ts';
import {
  always,
  type Descriptor,
  type Family,
  FREE,
  type Libfunc,
  libfunc,
  move,
  NO_JUMPS,
  plain,
  template,
} from './libfunc.ts';
import { rule, type Signature, type SignatureRule, signatureOf } from './signature.ts';

/** A libfunc with one branch, with explicit effects. */
export function single(ap: ApEffect, cost: BranchCost, lower: Libfunc['lower']): Libfunc {
  return { effects: { branches: [{ ap, cost }] }, lower };
}

const known = (change: number): ApEffect => ({ kind: 'known', change });

/** Writes `to = cell`; differences and quotients are rewritten as sums and products. */
export function assign(code: Code, to: Place, cell: Cell, ap: number, increment: boolean): void {
  if (cell.kind === 'deferred' && (cell.operator === '-' || cell.operator === '/')) {
    const turned = deferred(cell.operator === '-' ? '+' : '*', to, cell.right);
    code.assert(place(cell.register, cell.offset), turned, ap, increment);
  } else code.assert(to, cell, ap, increment);
}

const storeTemp: Descriptor = ({ args, types }) => {
  const size = types.size(typeArg(args, 0));
  return single(known(size), { kind: 'fixed', amount: STEP * size }, ({ code, ap }, [cells]) => {
    const stored = places('ap', ap, cells!.length);
    for (let i = 0; i < stored.length; i++) assign(code, stored[i]!, cells![i]!, ap + i, true);
    return [{ outputs: [stored], ap: ap + stored.length, jumps: NO_JUMPS }];
  });
};

const storeLocal: Descriptor = ({ args, types }) => {
  const size = types.size(typeArg(args, 0));
  return single(known(0), { kind: 'fixed', amount: (STEP - HOLE) * size }, ({ code, ap }, [to, from]) => {
    from!.forEach((cell, i) => {
      assign(code, plain(to![i]), cell, ap, false);
    });
    return [{ outputs: [to!], ap, jumps: NO_JUMPS }];
  });
};

const allocLocal: Descriptor = ({ args, types }) => {
  const size = types.size(typeArg(args, 0));
  return single({ kind: 'alloc', cells: size }, { kind: 'fixed', amount: HOLE * size }, (invocation) => {
    const { frame, ap, statement } = invocation;
    if (frame.state === 'finalized' || (frame.state === 'allocating' && frame.base !== ap))
      throw new SierraError('compile', `#${statement}: alloc_local is not allowed at this point.`, { statement });
    const base = frame.state === 'before' ? ap : frame.base;
    invocation.frame = { state: 'allocating', base, cells: frame.cells + size };
    return [{ outputs: [places('fp', base + frame.cells, size)], ap, jumps: NO_JUMPS }];
  });
};

const finalizeLocals: Descriptor = always(
  single({ kind: 'finalize' }, { kind: 'fixed', amount: STEP }, (invocation) => {
    const { frame, ap, statement, code } = invocation;
    if (frame.state === 'finalized' || (frame.state === 'allocating' && frame.base !== ap))
      throw new SierraError('compile', `#${statement}: finalize_locals is not allowed at this point.`, { statement });
    code.addAp(frame.cells);
    invocation.frame = { state: 'finalized', base: frame.base, cells: frame.cells };
    return [{ outputs: [], ap: ap + frame.cells, jumps: NO_JUMPS }];
  }),
);

const discard: Descriptor = always(move(() => []));
const duplicate: Descriptor = always(move((args) => [args[0]!, args[0]!]));

const tracking = (kind: 'enable' | 'disable' | 'unknown'): Descriptor =>
  always(single({ kind }, FREE, ({ ap }) => [{ outputs: [], ap, jumps: NO_JUMPS }]));

const branchAlign: Descriptor = always(
  single({ kind: 'align' }, { kind: 'align' }, ({ code, ap, align }) => {
    if (align > 0) code.addAp(align);
    return [{ outputs: [], ap: ap + Math.max(align, 0), jumps: NO_JUMPS }];
  }),
);

const jump = (): Libfunc =>
  template([], (b) => {
    b.jump('Target');
    b.exit('Target');
  });

/** A panic does not return, so it has no branches. */
const unsafePanic: Descriptor = always({
  effects: { branches: [] },
  lower: ({ builder, ap }) => {
    builder.begin(ap);
    builder.fail();
    return [];
  },
});

/** The signature for a type that can be stored; zero-sized types, which take no cell, have their own. */
const storing = (text: string, zeroSized: string): SignatureRule => {
  return (context, args) => {
    const type = singleType(args);
    const info = context.types.info(type);
    demand(info.storable);
    return signatureOf(context, info.zeroSized ? zeroSized : text, { T: type });
  };
};

const noArguments = (signature: Signature): SignatureRule => {
  return (_context, args) => {
    if (args.length) throw wrongCount();
    return signature;
  };
};

/** Where values are stored, and control flow. */
export const memoryLibfuncs: Family = {
  dup: libfunc(
    rule('T -> + T =0, T =0', (context, type) => {
      demand(context.types.info(type).duplicatable);
    }),
    duplicate,
  ),
  snapshot_take: libfunc('T -> + T =0, @T =0', duplicate),
  drop: libfunc(
    rule('T -> +', (context, type) => {
      demand(context.types.info(type).droppable);
    }),
    discard,
  ),
  rename: libfunc('T -> + T =0', retype),
  unwrap_non_zero: libfunc('NonZero<T> -> + T =0', retype),
  store_temp: libfunc(storing('T -> + T $0', 'T -> + T'), storeTemp),
  store_local: libfunc(storing('Uninitialized<T>, T -> + T', 'Uninitialized<T>, T -> + T'), storeLocal),
  alloc_local: libfunc(
    rule('-> + Uninitialized<T>', (context, type) => {
      context.types.info(type);
    }),
    allocLocal,
  ),
  finalize_locals: libfunc('->', finalizeLocals),
  revoke_ap_tracking: libfunc('->', tracking('unknown')),
  enable_ap_tracking: libfunc('-> +', tracking('enable')),
  disable_ap_tracking: libfunc('-> +', tracking('disable')),
  branch_align: libfunc(
    noArguments({ params: [], branches: [{ outputs: [], keepsStack: false, align: true }], fallthrough: 0 }),
    branchAlign,
  ),
  jump: libfunc(
    noArguments({ params: [], branches: [{ outputs: [], keepsStack: true, align: false }], fallthrough: -1 }),
    jump,
  ),
  unsafe_panic: libfunc(noArguments({ params: [], branches: [], fallthrough: -1 }), unsafePanic),
  trace: libfunc(
    (context, args) => {
      singleValue(args);
      return signatureOf(context, '->');
    },
    ({ args }) =>
      template([], (b) => {
        const flag = args[0];
        b.hint('AddTrace', { flag: flag?.kind === 'value' ? flag.value : 0n });
        b.advance(0);
        b.done();
      }),
  ),
  print: libfunc('Array<felt252> -> +', () =>
    template(['cell', 'cell'], (b, [start, end]) => {
      b.hint('DebugPrint', { start, end });
      b.advance(0);
      b.done();
    }),
  ),
};
