import type { GenericArg } from '../program.ts';
import { demand, unsupported } from './specialization.ts';
import type { TypeTable } from './typeTable.ts';
import { userType } from './userType.ts';

const COMPONENTS = new Set(['CircuitInput', 'AddModGate', 'InverseGate', 'MulModGate', 'SubModGate']);

/** Whether an argument is an input or a gate of a circuit. */
export function isCircuitComponent(types: TypeTable, arg: GenericArg): boolean {
  if (arg.kind !== 'type') throw unsupported();
  return COMPONENTS.has(types.declaration(arg.type).generic);
}

/** Checks a circuit by its tuple of outputs: they are gates, without cycles, and the inputs are numbered 0, 1, … without gaps. */
export function checkCircuit(types: TypeTable, outputs: number): void {
  const { generic, args } = types.declaration(outputs);
  const [name, ...gates] = args;
  demand(generic === 'Struct' && name?.kind === 'userType' && name.id === userType('Tuple'));
  const inputs = new Set<bigint>();
  const state = new Map<number, 'open' | 'done'>();
  const stack: number[] = [];
  const push = (arg: GenericArg): void => {
    demand(isCircuitComponent(types, arg));
    if (arg.kind === 'type') stack.push(arg.type);
  };
  gates.forEach(push);
  while (stack.length) {
    const id = stack.at(-1)!;
    const seen = state.get(id);
    if (seen) {
      stack.pop();
      state.set(id, 'done');
      continue;
    }
    const component = types.declaration(id);
    if (component.generic === 'CircuitInput') {
      stack.pop();
      state.set(id, 'done');
      const index = component.args[0];
      demand(component.args.length === 1 && index?.kind === 'value' && !inputs.has(index.value));
      inputs.add(index.value);
      continue;
    }
    state.set(id, 'open');
    for (const arg of component.args) {
      // Because of declared info a type can refer to a later one, so a hostile circuit can contain itself.
      if (arg.kind === 'type' && state.get(arg.type) === 'open') throw unsupported();
      if (arg.kind === 'type' && state.get(arg.type) === 'done') continue;
      push(arg);
    }
  }
  demand(inputs.size >= 1);
  for (let i = 0n; i < BigInt(inputs.size); i++) demand(inputs.has(i));
}
