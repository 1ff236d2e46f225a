import { formatCasm } from '../../../cairo/casmJson.ts';
import { SierraError } from '../../../sierra/sierraError.ts';
import { struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { method } from '../../method.ts';
import { classHashNotFound } from '../../notFound.ts';
import { RpcError } from '../../rpcError.ts';

const params = struct('ClassHashInput', { class_hash: felt });

export const getCompiledCasm = method({
  name: 'getCompiledCasm',
  group: 'chain',
  summary: 'The compiled form (CASM) of a class.',
  kind: 'read',
  params,
  origin: { by: 'class', answers: 'lasting' },
  run: async ({ chain }, { classHash }) => {
    const casm = await chain.stateAt('latest').casmOf(classHash).catch(refuseUncompiled);
    if (!casm) throw await classHashNotFound(chain, classHash, 'latest');
    return formatCasm(casm);
  },
});

/** A class of an origin may be one that our compiler does not know yet, and the origin may have no compiled form of it. */
function refuseUncompiled(error: unknown): never {
  const { cause } = error as Error;
  if (!(cause instanceof SierraError)) throw error;
  throw new RpcError('classNotCompiled', {
    data: { compilation_error: cause.message },
    help: 'The class is of the origin, which gives no compiled form of it either.',
  });
}
