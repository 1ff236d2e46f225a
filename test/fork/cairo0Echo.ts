import type { Cairo0Class } from '../../src/classes/declaredClass.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { formatFelt, P } from '../../src/felt/felt.ts';
import { ap, assertCopy, assertDeref, fp, ret } from '../support/cairo/assembler.ts';
import { hex } from '../support/fork/wallet.ts';

/** A Cairo 0 class whose only entry point returns its calldata. */
export const echo: Cairo0Class = {
  kind: 'cairo0',
  program: {
    prime: hex(P),
    data: [...assertDeref(ap(0), fp(-5), 0), ...assertCopy(ap(0), fp(-4)), ...assertCopy(ap(0), fp(-3)), ...ret].map(
      formatFelt,
    ),
    builtins: [],
    hints: {},
    identifiers: { '__main__.big': { type: 'const', value: 1234567 } },
    main_scope: '__main__',
    reference_manager: { references: [] },
    attributes: [],
    debug_info: null,
  },
  entryPointsByType: { CONSTRUCTOR: [], EXTERNAL: [{ selector: selectorOf('echo'), offset: 0 }], L1_HANDLER: [] },
  abi: [],
};
