import { testCode, type WrittenTest } from './sequenceText.ts';

/** What is to be filled in, by the name that a test calls it. */
const BLANKS: Readonly<Record<string, string>> = {
  check: 'the check',
  options: 'the options: all but box and contracts',
  property: 'the function that draws its values',
  actors: 'the actors',
};

/**
 * A file with the test of a failure. It lacks what only the test that failed has: how the contracts are deployed, the check. Until that is filled in,
 * it fails with what is missing.
 */
export function testFile(written: WrittenTest): string {
  const { contracts } = written;
  const shared = contracts.length === 0 ? 'box' : `box, contracts: { ${contracts.join(', ')} }`;
  const { text, names, functions } = testCode(written, `${shared}, ...options`);
  const hasContracts = contracts.length > 0;
  const imports = [
    ...(hasContracts ? ["import type { DeployedContract } from 'starbox';"] : []),
    ...functions.map((name) => `import { ${name} } from 'starbox/testing';`),
    "import { sandboxTest } from 'starbox/testing/vitest';",
  ];
  const members = contracts.map((name) => `${name}: DeployedContract`).join('; ');
  const setup = `{
  setup: async (): Promise<{ ${members} }> => fillIn('how ${contracts.join(' and ')} ${contracts.length === 1 ? 'is' : 'are'} deployed'),
}`;
  const blanks = names.map((name) => `const ${name}: any = fillIn('${BLANKS[name]}');`);
  const isBlank = hasContracts || blanks.length > 0;
  return [
    '// This test repeats a failure that was found.',
    ...(isBlank
      ? ['// Replace each fillIn(…) with what the test that failed has. Give sandboxTest the same options too.']
      : []),
    ...imports,
    ...(isBlank
      ? [
          '',
          'function fillIn(what: string): never {',
          "  throw new Error('Fill in ' + what + ', as in the test that failed.');",
          '}',
        ]
      : []),
    '',
    `const test = sandboxTest(${hasContracts ? setup : ''});`,
    ...blanks,
    '',
    `${text}\n`,
  ].join('\n');
}
