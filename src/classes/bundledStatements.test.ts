import { expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { FALLTHROUGH, RETURN, type Statement } from '../sierra/program.ts';
import { numbersOfStatements, programNumbers, readStatementNumbers } from './bundledStatements.ts';

const ids = (count: number) => fc.array(fc.nat(9), { minLength: count, maxLength: count });

/** Statements with any variables, whose libfuncs have one shape each: libfunc n has n arguments, and n branches with n results. */
const statement: fc.Arbitrary<Statement> = fc.oneof(
  fc.nat(3).chain((count) => ids(count).map((args) => ({ libfunc: RETURN, args, branches: [] }))),
  fc.nat(3).chain((libfunc) => {
    const target = fc.oneof(fc.constant(FALLTHROUGH), fc.nat(50));
    const branches = fc.array(fc.record({ target, results: ids(libfunc) }), { minLength: libfunc, maxLength: libfunc });
    return fc.record({ libfunc: fc.constant(libfunc), args: ids(libfunc), branches });
  }),
);

test('statements are read as they were written, whatever their variables and targets', () => {
  const functions = fc.uniqueArray(fc.record({ entry: fc.nat(20), variables: fc.uniqueArray(fc.nat(5)) }), {
    selector: ({ entry }) => entry,
  });
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 30 }), functions, (statements, starts) => {
      const numbers = numbersOfStatements(statements, starts);
      expect(readStatementNumbers(numbers, starts)).toEqual(programNumbers(statements));
    }),
  );
});

test('code that is repeated with other variables is written with the same numbers', () => {
  const step = (from: number): Statement[] => [
    { libfunc: 0, args: [], branches: [{ target: FALLTHROUGH, results: [from] }] },
    { libfunc: 1, args: [from], branches: [{ target: FALLTHROUGH, results: [from] }] },
    { libfunc: 2, args: [from], branches: [{ target: FALLTHROUGH, results: [from + 1] }] },
  ];
  const { args, results } = numbersOfStatements([...step(0), ...step(2), ...step(4)], [{ entry: 0, variables: [] }]);
  expect(args.slice(2)).toEqual([...args.slice(2, 4), ...args.slice(2, 4)]);
  expect(results).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0]);
});
