import { listClasses, listContracts } from '../../../chain/value/localContents.ts';
import { classAbi } from '../../../tools/names/classFacts.ts';
import { contractNames } from '../../../tools/names/namesIn.ts';
import { boolean, optional, struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { pageAfter, pageSize, usualPage } from '../../decode/pageSize.ts';
import { optionalParams } from '../../decode/params.ts';
import { type Hex, hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = optionalParams(
  struct('ClassList', { after: optional(felt), limit: optional(pageSize), newest: optional(boolean) }),
);

export interface ClassSummary {
  readonly class_hash: Hex;
  /** Null for Cairo 0. */
  readonly compiled_class_hash: Hex | null;
  readonly contract_name: string | null;
  readonly kind: 'SIERRA' | 'CAIRO_0';
  readonly function_count: number;
  readonly contract_count: number;
  readonly sierra_felts: number;
  readonly bytecode_felts: number;
}

/** A page of a list of classes. */
export interface ClassPage {
  readonly classes: readonly ClassSummary[];
  readonly total: number;
  /** The parameter `after` of the next page; null after the last one. */
  readonly next: Hex | null;
}

export const getClasses = method({
  name: 'getClasses',
  group: 'sandbox',
  summary:
    'A page of the classes that were declared here, by hash, or the newest first: those behind `after`, or the first. A fork lists none of its origin.',
  kind: 'read',
  params,
  run: async ({ chain }, { after, limit = usualPage, newest = false }): Promise<ClassPage> => {
    const listed = listClasses(chain.value);
    const { page, hasMore } = newest
      ? await (await import('../../../tools/find/newestFirst.ts')).newestPage(
          chain,
          'classes',
          listed,
          (one) => one.classHash,
          { after, limit },
        )
      : pageAfter(listed, (one) => one.classHash, { after, limit });
    const names = await contractNames(
      chain,
      page.map(({ classHash }) => classHash),
    );
    const counts = new Map<Hex, number>();
    for (const contract of listContracts(chain.value)) {
      const hash = hex(contract.classHash);
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
    return {
      classes: page.map(({ classHash, declared: { compiledClassHash, definition, size } }, i) => ({
        class_hash: hex(classHash),
        compiled_class_hash: definition.kind === 'sierra' ? hex(compiledClassHash) : null,
        contract_name: names[i] ?? null,
        kind: definition.kind === 'sierra' ? 'SIERRA' : 'CAIRO_0',
        function_count: classAbi(definition).functionList.length,
        contract_count: counts.get(hex(classHash)) ?? 0,
        sierra_felts: size.sierraFelts,
        bytecode_felts: size.bytecodeFelts,
      })),
      total: listed.length,
      next: hasMore ? hex(page.at(-1)!.classHash) : null,
    };
  },
});
