/** Whether tests that repeat one check on very many cases take all of them: STARBOX_LONG_TESTS=1. Otherwise they take some. */
export const isLong = process.env['STARBOX_LONG_TESTS'] === '1';
