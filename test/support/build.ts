import { existsSync } from 'node:fs';
import { isBuildOld } from '../../scripts/build-age.mjs';
import { skipUnless } from './skipUnless.ts';

/**
 * The condition of tests that need the build.
 *
 * @example describe.runIf(isBuilt)('the program', () => {});
 */
export const isBuilt = skipUnless(
  existsSync(new URL('../../dist/cli.js', import.meta.url)),
  'dist/ is not built; run npm run build',
);

// Such a test would test an earlier program.
if (isBuilt && isBuildOld()) throw new Error('dist/ is older than the sources. Run: npm run build');
