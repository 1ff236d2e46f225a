/**
 * `'up to date'` if nothing is missing in the generated types of options. Otherwise a text that cannot be assigned from it, so that the
 * error of the compiler names the options and the command.
 *
 * @example const check: UpToDate<Exclude<Named, Written>> = 'up to date';
 */
export type UpToDate<Differing extends PropertyKey> = [Differing] extends [never]
  ? 'up to date'
  : `The types of ${Differing & string} are not up to date. Run: npm run reference`;
