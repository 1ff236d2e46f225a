import { type Place, place, pointee, value } from '../casm/cell.ts';
import { STEP } from '../prices.ts';
import { SierraError } from '../sierraError.ts';
import { isCircuitComponent } from '../types/circuitTypes.ts';
import { indexArg, typeArg } from '../types/genericArgs.ts';
import { argsOf, demand, singleValue } from '../types/specialization.ts';
import { writeAddress } from './boxes.ts';
import { retype } from './conversions.ts';
import {
  type Descriptor,
  type Family,
  type Libfunc,
  lazy,
  libfunc,
  repeat,
  type Specialization,
  template,
} from './libfunc.ts';
import { single } from './memory.ts';
import { rule, signatureOf } from './signature.ts';
import { uses } from './tokens.ts';

const circuitOf = (spec: Specialization) => spec.circuit(typeArg(spec.args, 0));

/** Cells of a modulo builtin's instance. */
const INSTANCE = 7;
const LIMBS = 4;

const init = (spec: Specialization): Libfunc => {
  const { inputs, rangeChecks96 } = circuitOf(spec);
  return template(['rangeCheck96'], (b, [rc96]) => {
    const first = b.add(rc96, BigInt(LIMBS));
    const end = b.add(rc96, BigInt((1 + inputs) * LIMBS));
    rc96.moved += rangeChecks96;
    b.done(rc96, [first, end]);
  });
};

const addInput = (): Libfunc =>
  template(['buffer', 'cell', 'cell', 'cell', 'cell', 'cell'], (b, [at, end, ...limbs]) => {
    b.push(at, ...limbs);
    const next = b.temp(at);
    b.jumpIf(b.temp(b.sub(end, next)), 'More');
    b.done(end);
    b.exit('More', [next, end]);
  });

/** The slots of all gates are stored after the code. A descriptor is their address and number. */
const descriptor: Descriptor = (spec) => {
  const circuit = typeArg(spec.args, 0);
  const { addGates, mulGates } = spec.circuit(circuit);
  return single({ kind: 'known', change: 6 }, { kind: 'fixed', amount: 6 * STEP }, (invocation) => {
    const { code, ap } = invocation;
    const target = { kind: 'circuit', circuit } as const;
    const adds = writeAddress(invocation, target, target);
    code.assert(place('ap', ap + 3), value(addGates.length), ap + 3, true);
    const gap = value(3 * addGates.length);
    code.assert(
      place('ap', ap + 4),
      { kind: 'deferred', operator: '+', register: 'ap', offset: adds.offset, right: gap },
      ap + 4,
      true,
    );
    code.assert(place('ap', ap + 5), value(mulGates.length), ap + 5, true);
    const cells = [ap + 2, ap + 3, ap + 4, ap + 5].map((offset) => place('ap', offset));
    return [{ outputs: [cells], ap: ap + 6, jumps: [] }];
  });
};

const evaluate = (spec: Specialization): Libfunc => {
  const { inputs, addGates, mulGates } = circuitOf(spec);
  return template(
    ['buffer', 'buffer', 'cell', 'cell', 'cell', 'cell', 'buffer', 'cell', 'cell', 'cell', 'cell', 'cell', 'cell'],
    (b, [addMod, mulMod, addOffsets, addCount, mulOffsets, mulCount, inputsEnd, m0, m1, m2, m3, zero, one]) => {
      const values = b.temp(b.sub(inputsEnd, BigInt((1 + inputs) * LIMBS)));
      b.assert(one, pointee(values, 0));
      for (let i = 1; i < LIMBS; i++) b.assert(zero, pointee(values, i));
      if (addGates.length > 0)
        [m0, m1, m2, m3, values, addOffsets, addCount].forEach((cell, i) => {
          b.assert(cell, b.at(addMod, i));
        });
      [m0, m1, m2, m3, values, mulOffsets].forEach((cell, i) => {
        b.assert(cell, b.at(mulMod, i));
      });
      b.hint('EvalCircuit', {
        n_add_mods: addCount,
        add_mod_builtin: addMod,
        n_mul_mods: mulCount,
        mul_mod_builtin: mulMod,
      });
      const computed = b.temp(b.at(mulMod, 6));
      const addEnd = b.add(addMod, BigInt(INSTANCE * addGates.length));
      const used = b.temp(b.mul(computed, BigInt(INSTANCE)));
      const mulEnd = b.add(mulMod, used);
      b.jumpIf(b.temp(b.sub(mulCount, computed)), 'Failure');
      b.done(addEnd, mulEnd, [values, m0, m1, m2, m3]);
      b.exit(
        'Failure',
        addEnd,
        mulEnd,
        [values, m0, m1, m2, m3, computed],
        [mulOffsets, mulCount, computed, values, m0, m1, m2, m3],
      );
    },
    { tokens: uses({ AddMod: addGates.length, MulMod: mulGates.length }) },
  );
};

const modulus = (): Libfunc =>
  template(['cell', 'cell', 'cell', 'cell'], (b, [l0, l1, l2, l3]) => {
    const minusOne = b.temp();
    b.jumpIf(l3, 'AboveOne');
    b.jumpIf(l2, 'AboveOne');
    b.jumpIf(l1, 'AboveOne');
    b.jumpIf(l0, 'NotZero');
    b.jump('TooSmall');
    b.label('NotZero');
    b.assert(minusOne, b.sub(l0, 1n));
    b.jumpIf(minusOne, 'AboveOne');
    b.jump('TooSmall');
    b.label('AboveOne');
    b.done([l0, l1, l2, l3]);
    b.exit('TooSmall');
  });

const FAILURE_SHAPE = [
  'rangeCheck96',
  'buffer',
  ...(['cell', 'cell', 'cell', 'cell', 'cell', 'cell', 'cell', 'cell', 'cell', 'cell'] as const),
] as const;

/** Proves that the input of the gate where an evaluation stopped has no inverse: the product with a nullifier is zero. */
const verifyFailure = (): Libfunc =>
  template(FAILURE_SHAPE, (b, params) => {
    const [rc96, mulMod, mulOffsets, mulCount, failing, values, m0, m1, m2, m3, zero, one] = params;
    const gate = b.temp(b.add(mulOffsets, b.temp(b.mul(failing, 3n))));
    b.assert(zero, pointee(gate, 2));
    const inputOffset = b.temp(pointee(gate, 1));
    const nullifierOffset = b.temp(pointee(gate, 0));
    const zeroOffset = b.temp(b.sub(rc96, values));
    b.push(rc96, zero, zero, zero, zero);
    const offsets = b.temp();
    b.hint('AllocSegment', {}, { dst: offsets });
    [nullifierOffset, inputOffset, zeroOffset].forEach((cell, i) => {
      b.assert(cell, pointee(offsets, i));
    });
    b.push(rc96, failing);
    b.push(rc96, b.temp(b.sub(mulCount, failing)));
    [m0, m1, m2, m3, values, offsets, one].forEach((cell, i) => {
      b.assert(cell, b.at(mulMod, i));
    });
    const nullifier = b.temp(b.add(values, nullifierOffset));
    const limbs = [0, 1, 2, 3].map((i) => b.temp(pointee(nullifier, i)));
    for (const limb of limbs) b.jumpIf(limb, 'Done');
    b.assert(one, zero);
    b.unreachable();
    b.label('Done');
    b.done(rc96, b.add(mulMod, BigInt(INSTANCE)), [...limbs, m0, m1, m2, m3]);
  });

const output = (spec: Specialization): Libfunc => {
  const slot = circuitOf(spec).slots.get(typeArg(spec.args, 1));
  if (slot === undefined) throw new SierraError('registry', 'The circuit has no such output.');
  return template(['cell', 'cell', 'cell', 'cell', 'cell'], (b, [values, m0, m1, m2, m3]) => {
    const at = b.temp(b.add(values, BigInt(slot * LIMBS)));
    const limbs = [0, 1, 2, 3].map((i) => b.temp(pointee(at, i)));
    b.done(limbs, [...limbs, m0, m1, m2, m3]);
  });
};

const verifyLimbs = (limbs: number): Libfunc =>
  template(repeat('cell', 2 * limbs), (b, params) => {
    const cells = params as unknown as Place[];
    const left = cells.slice(0, limbs);
    const right = cells.slice(limbs);
    const gap = b.temp(b.sub(right[limbs - 1]!, left[limbs - 1]!));
    b.jumpIf(gap, 'Check');
    b.done([...left.slice(0, -1), ...right.slice(0, -1)]);
    b.exit('Check', gap);
  });

/** Range-checks the difference of the highest limbs that are not equal. */
const verifyAllLimbs = (limbs: number): Libfunc =>
  template(['rangeCheck96', ...repeat('cell', 2 * limbs)], (b, [rc96, ...params]) => {
    const cells = params as unknown as Place[];
    const gaps = Array.from({ length: limbs }, () => b.temp());
    for (let i = limbs - 1; i >= 0; i--) {
      b.assert(gaps[i]!, b.sub(cells[limbs + i]!, cells[i]!));
      b.jumpIf(gaps[i]!, `Limb${i}`);
    }
    b.fail();
    for (let i = limbs - 1; i >= 0; i--) {
      b.label(`Limb${i}`);
      b.push(rc96, gaps[i]!);
      if (i > 0) b.jump('Done');
    }
    b.label('Done');
    b.done(rc96);
  });

const FOUR_GUARANTEES = "Struct<'Tuple', U96Guarantee, U96Guarantee, U96Guarantee, U96Guarantee>";

/** Modular arithmetic circuits. */
export const circuitLibfuncs: Family = {
  try_into_circuit_modulus: libfunc("Struct<'Tuple', u96, u96, u96, u96> -> CircuitModulus =0 |", modulus),
  init_circuit_data: libfunc('RangeCheck96 -> + RangeCheck96, CircuitInputAccumulator<T>', init),
  add_circuit_input: libfunc(
    `CircuitInputAccumulator<T>, ${FOUR_GUARANTEES} -> CircuitData<T> | CircuitInputAccumulator<T>`,
    addInput,
  ),
  get_circuit_descriptor: libfunc('-> CircuitDescriptor<T> $0', descriptor),
  eval_circuit: libfunc(
    'AddMod, MulMod, CircuitDescriptor<T>, CircuitData<T>, CircuitModulus, zero, one -> ' +
      'AddMod, MulMod, CircuitOutputs<T> | AddMod, MulMod, CircuitPartialOutputs<T>, CircuitFailureGuarantee',
    evaluate,
  ),
  get_circuit_output: libfunc((context, args) => {
    const [{ type: circuit }, component] = argsOf(args, 'type', 'type');
    demand(isCircuitComponent(context.types, component));
    return signatureOf(context, 'CircuitOutputs<T> -> u384, U96LimbsLtGuarantee<4>', { T: circuit });
  }, output),
  circuit_failure_guarantee_verify: libfunc(
    'RangeCheck96, MulMod, CircuitFailureGuarantee, zero, one -> RangeCheck96, MulMod, U96LimbsLtGuarantee<4>',
    verifyFailure,
  ),
  into_u96_guarantee: libfunc(
    rule('T -> + U96Guarantee =0', (context, type) => {
      const { lower, upper } = context.types.range(type);
      demand(lower >= 0n && upper <= 1n << 96n);
    }),
    retype,
  ),
  u96_guarantee_verify: libfunc('RangeCheck96, U96Guarantee -> + RangeCheck96', () =>
    template(['rangeCheck96', 'cell'], (b, [rc96, guarantee]) => {
      b.push(rc96, guarantee);
      b.done(rc96);
    }),
  ),
  u96_limbs_less_than_guarantee_verify: libfunc(
    (context, args) => {
      const limbs = singleValue(args);
      demand(limbs > 1n && limbs < 1n << 64n);
      const guarantee = (count: bigint) => context.types.find('U96LimbsLtGuarantee', [{ kind: 'value', value: count }]);
      return signatureOf(context, 'I -> E | + U96Guarantee $0', { I: guarantee(limbs), E: guarantee(limbs - 1n) });
    },
    ({ args }) => lazy(() => verifyLimbs(indexArg(args, 0))),
  ),
  u96_limbs_less_than_guarantee_verify_v2: libfunc(
    (context, args) => {
      const limbs = singleValue(args);
      demand(limbs >= 1n && limbs <= LIMBS);
      const guarantee = context.types.find('U96LimbsLtGuarantee', [{ kind: 'value', value: limbs }]);
      return signatureOf(context, 'RangeCheck96, G -> RangeCheck96', { G: guarantee });
    },
    ({ args }) => verifyAllLimbs(indexArg(args, 0)),
  ),
  u96_single_limb_less_than_guarantee_verify: libfunc('U96LimbsLtGuarantee<1> -> + U96Guarantee', () =>
    template(['cell', 'cell'], (b, [left, right]) => b.done(b.sub(right, left))),
  ),
};
