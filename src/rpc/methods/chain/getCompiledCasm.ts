import { formatCasm } from '../../../cairo/casmJson.ts';
import { struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { method } from '../../method.ts';
import { classHashNotFound } from '../../notFound.ts';

const params = struct('ClassHashInput', { class_hash: felt });

export const getCompiledCasm = method({
  name: 'getCompiledCasm',
  group: 'chain',
  summary: 'The compiled form (CASM) of a class.',
  kind: 'read',
  params,
  origin: { by: 'class', answers: 'lasting' },
  run: async ({ chain }, { classHash }) => {
    const casm = await chain.stateAt('latest').casmOf(classHash);
    if (!casm) throw await classHashNotFound(chain, classHash, 'latest');
    return formatCasm(casm);
  },
});
