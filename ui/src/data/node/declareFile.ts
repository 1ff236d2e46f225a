import type { NodeClient } from './nodeClient.ts';

/** A class file as compilers write it. */
interface ClassFile {
  readonly sierra_program: readonly string[];
  readonly contract_class_version: string;
  readonly entry_points_by_type: unknown;
  readonly abi?: unknown;
}

const LARGEST_BYTES = 20_000_000;

/** Declares the class of a file, which the node compiles itself, and returns its hash. */
export async function declareFile(node: NodeClient, file: File): Promise<string> {
  if (file.size > LARGEST_BYTES)
    throw new Error(`${file.name} has ${file.size} bytes; a class file has at most ${LARGEST_BYTES}.`);
  const contract_class = readClassFile(file.name, await file.text());
  const { classes } = await node.change('sandbox_applyStateDiff', {
    state_diff: {},
    classes: [{ contract_class }],
  } as never);
  return (classes as readonly { readonly class_hash: string }[])[0]!.class_hash;
}

function readClassFile(name: string, text: string): ClassFile {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON. A class file ends with .contract_class.json or .sierra.json.`);
  }
  const found = read as Partial<ClassFile> | null;
  if (!Array.isArray(found?.sierra_program)) {
    const isCasm = typeof found === 'object' && found !== null && 'bytecode' in found;
    throw new Error(
      isCasm
        ? `${name} is compiled code (CASM). Give the Sierra file beside it, which ends with .contract_class.json.`
        : `${name} has no sierra_program: it is not a Sierra class.`,
    );
  }
  const { sierra_program, contract_class_version, entry_points_by_type, abi } = found as ClassFile;
  return {
    sierra_program,
    contract_class_version,
    entry_points_by_type,
    ...(abi === undefined ? {} : { abi: typeof abi === 'string' ? abi : JSON.stringify(abi) }),
  };
}
