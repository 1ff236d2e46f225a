import type { RpcResult } from '../../../../src/rpc/schema.ts';

export type CoverageAnswer = RpcResult<'sandbox_getCoverage'>;
export type CoverageFile = CoverageAnswer['files'][number];
type Share = CoverageFile['lines'];

const sum = (shares: readonly Share[]): Share => ({
  found: shares.reduce((total, { found }) => total + found, 0),
  hit: shares.reduce((total, { hit }) => total + hit, 0),
});

/** The files of a contract, added up. A file that several contracts have code in counts for each. */
export interface ContractCoverage extends Pick<CoverageFile, 'lines' | 'functions' | 'branches'> {
  readonly name: string;
  readonly files: readonly CoverageFile[];
}

/** What ran of the files of each contract, by name. */
export function byContract(files: readonly CoverageFile[]): readonly ContractCoverage[] {
  const names = [...new Set(files.flatMap(({ contracts }) => contracts))].sort();
  return names.map((name) => {
    const own = files.filter(({ contracts }) => contracts.includes(name));
    return {
      name,
      files: own,
      lines: sum(own.map(({ lines }) => lines)),
      functions: sum(own.map(({ functions }) => functions)),
      branches: sum(own.map(({ branches }) => branches)),
    };
  });
}

/** `75.0 %`, or `none` if there is nothing to run. */
export const shareText = ({ found, hit }: Share): string =>
  found === 0 ? 'none' : `${((100 * hit) / found).toFixed(1)} %`;
