// Reads the traces that cairo-profiler and cairo-coverage read, as strictly as they do: a field that is missing, or is not of its
// kind, is an error that names it.

export interface CallTrace {
  readonly entry_point: {
    readonly class_hash: string | null;
    readonly entry_point_type: 'CONSTRUCTOR' | 'EXTERNAL' | 'L1_HANDLER';
    readonly call_type: 'Call' | 'Delegate';
    readonly contract_name: string | null;
    readonly function_name: string | null;
  };
  readonly used_execution_resources: {
    readonly vm_resources: { readonly n_steps: number };
    readonly gas_consumed: number;
    readonly syscall_counter: Readonly<Record<string, { readonly call_count: number }>>;
  };
  readonly nested_calls: readonly { readonly EntryPointCall: CallTrace }[];
  readonly cairo_execution_info: {
    readonly source_sierra_path: string;
    readonly casm_level_info: {
      readonly vm_trace: readonly { readonly pc: number; readonly ap: number; readonly fp: number }[];
    };
  } | null;
}

/** The system calls that have a name in the format. */
const SYSCALLS = new Set(
  `CallContract DelegateCall DelegateL1Handler Deploy EmitEvent GetBlockHash GetBlockNumber GetBlockTimestamp GetCallerAddress
  GetContractAddress GetClassHashAt GetExecutionInfo GetSequencerAddress GetTxInfo GetTxSignature Keccak LibraryCall
  LibraryCallL1Handler ReplaceClass Secp256k1Add Secp256k1GetPointFromX Secp256k1GetXy Secp256k1Mul Secp256k1New Secp256r1Add
  Secp256r1GetPointFromX Secp256r1GetXy Secp256r1Mul Secp256r1New SendMessageToL1 StorageRead StorageWrite Sha256ProcessBlock
  KeccakRound MetaTxV0`.split(/\s+/),
);

type Check = (value: unknown, path: string) => void;

const kind =
  (name: string, is: (value: unknown) => boolean): Check =>
  (value, path) => {
    if (!is(value)) throw new Error(`${path} must be ${name}, and is ${JSON.stringify(value)}`);
  };

const whole = kind('a whole number', (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const felt = kind('a felt', (value) => typeof value === 'string' && /^0x[0-9a-f]{1,63}$/.test(value));
const text = kind('a text', (value) => typeof value === 'string');
const flag = kind('true or false', (value) => typeof value === 'boolean');
const oneOf = (...values: readonly string[]): Check =>
  kind(`one of ${values}`, (value) => values.includes(value as string));

const orNull =
  (check: Check): Check =>
  (value, path) => {
    if (value !== null) check(value, path);
  };

const list =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) throw new Error(`${path} must be a list`);
    for (const [i, each] of value.entries()) check(each, `${path}[${i}]`);
  };

const record =
  (key: Check, check: Check): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null) throw new Error(`${path} must be an object`);
    for (const [name, each] of Object.entries(value)) {
      key(name, `a key of ${path}`);
      check(each, `${path}.${name}`);
    }
  };

const object =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null) throw new Error(`${path} must be an object`);
    for (const [name, check] of Object.entries(fields))
      check((value as Record<string, unknown>)[name], `${path}.${name}`);
  };

const resources = object({
  vm_resources: object({
    n_steps: whole,
    n_memory_holes: whole,
    builtin_instance_counter: record(
      kind('the name of a builtin', (name) => /_builtin$/.test(String(name))),
      whole,
    ),
  }),
  gas_consumed: whole,
  syscall_counter: record(
    kind('a system call', (name) => SYSCALLS.has(String(name))),
    object({ call_count: whole, linear_factor: whole }),
  ),
});

const entryPoint = object({
  class_hash: orNull(felt),
  entry_point_type: oneOf('CONSTRUCTOR', 'EXTERNAL', 'L1_HANDLER'),
  entry_point_selector: felt,
  contract_address: felt,
  call_type: oneOf('Call', 'Delegate'),
  contract_name: orNull(text),
  function_name: orNull(text),
  calldata_len: whole,
  events_summary: list(object({ keys_len: whole, data_len: whole })),
  signature_len: whole,
});

const executionInfo = object({
  source_sierra_path: text,
  casm_level_info: object({
    run_with_call_header: flag,
    vm_trace: list(object({ pc: whole, ap: whole, fp: whole })),
    program_offset: orNull(whole),
  }),
  enable_gas: flag,
});

function callTrace(value: unknown, path: string): void {
  object({
    entry_point: entryPoint,
    used_execution_resources: resources,
    used_l1_resources: object({ l2_l1_message_sizes: list(whole) }),
    nested_calls: list(object({ EntryPointCall: callTrace })),
    cairo_execution_info: orNull(executionInfo),
  })(value, path);
}

/** Reads a trace file. cairo-profiler takes only files whose outermost node has the name of a tool that it knows. */
export function readCallTrace(content: string): CallTrace {
  const trace: unknown = JSON.parse(content);
  callTrace(trace, 'trace');
  const { contract_name } = (trace as CallTrace).entry_point;
  if (!contract_name?.startsWith('SNFORGE')) throw new Error(`${contract_name} is not the name of a known tool`);
  return trace as CallTrace;
}

/** A trace and all calls in it. */
export const allCalls = (trace: CallTrace): readonly CallTrace[] => [
  trace,
  ...trace.nested_calls.flatMap(({ EntryPointCall }) => allCalls(EntryPointCall)),
];

/** The calls of a trace as `Shop.fail(Till.fail)`. */
export const callTree = ({ entry_point, nested_calls }: CallTrace): string => {
  const inner = nested_calls.map(({ EntryPointCall }) => callTree(EntryPointCall)).join(', ');
  return `${entry_point.contract_name ?? '?'}.${entry_point.function_name ?? '?'}${inner === '' ? '' : `(${inner})`}`;
};
