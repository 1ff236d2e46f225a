import type { Snapshots } from './rows.ts';

/**
 * What a branch is called: by its oldest snapshot, because its number is another one after each restore. Undefined for the present chain.
 */
export const branchName = ({ snapshots }: Pick<Snapshots, 'snapshots'>, branch: number): string | undefined =>
  branch === 0 ? undefined : `branch of ${snapshots.find((each) => each.branch === branch)?.snapshot_id ?? branch}`;
