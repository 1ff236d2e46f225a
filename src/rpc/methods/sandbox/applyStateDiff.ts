import { unpackBudget } from '../../../classes/packedProgram.ts';
import { readClass } from '../../decode/contractClass.ts';
import { stateEdit } from '../../decode/stateEdit.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { applyEdit } from '../../rewordErrors.ts';

export const applyStateDiff = method({
  name: 'applyStateDiff',
  group: 'sandbox',
  summary: 'Changes storage, nonces and classes directly, and declares classes without a transaction.',
  kind: 'write',
  takesBack: true,
  params: stateEdit,
  journal: 'request',
  restricted: 'default',
  run: async ({ write }, { stateDiff: edit, classes = [] }) => {
    const bodies: { definition: Awaited<ReturnType<typeof readClass>>; given: (typeof classes)[number] }[] = [];
    const budget = unpackBudget();
    for (const given of classes) bodies.push({ definition: await readClass(given.contractClass, budget), given });
    const declared = await write((draft) =>
      applyEdit(draft, {
        storage: (edit.storageDiffs ?? []).map(({ address, storageEntries }) => ({ address, entries: storageEntries })),
        nonces: (edit.nonces ?? []).map(({ contractAddress, nonce }) => ({ address: contractAddress, nonce })),
        deployed: edit.deployedContracts ?? [],
        replaced: (edit.replacedClasses ?? []).map(({ contractAddress, classHash }) => ({
          address: contractAddress,
          classHash,
        })),
        declared: edit.declaredClasses ?? [],
        deprecatedDeclared: edit.deprecatedDeclaredClasses ?? [],
        classes: bodies.map(({ definition, given: { classHash, compiledClassHash } }) => ({
          definition,
          classHash,
          compiledClassHash,
        })),
      }),
    );
    return {
      classes: declared.map(({ classHash, compiledClassHash }) => ({
        class_hash: hex(classHash),
        ...(compiledClassHash === undefined ? {} : { compiled_class_hash: hex(compiledClassHash) }),
      })),
    };
  },
});
