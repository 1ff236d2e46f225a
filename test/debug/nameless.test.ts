// Classes without names of variables.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { FailuresProject, wayData } from '../support/failures.ts';

const project = new FailuresProject();
let box: Sandbox;
let transaction_hash: string;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 0, accounts: 1, artifacts: [`${project.folder}/target/dev`] });
  let to: `0x${string}` | undefined;
  for (const name of ['Vault', 'Till', 'Shop'] as const)
    ({ address: to } = await box.deploy(
      JSON.parse(readFileSync(project.classFile(name), 'utf8')),
      (to === undefined ? [] : [to]) as never,
    ));
  const call = { to: to!, entryPoint: 'fail', calldata: wayData('panic').map(BigInt) };
  ({ transactionHash: transaction_hash } = await box.execute([call], { allowRevert: true }));
});
afterAll(async () => {
  await box?.close();
  project.remove();
});

const ask = (more: object = {}) => box.request('devnet_debugTransaction', { transaction_hash, ...more });
const back = (moment: number, variable: string) => ask({ moment, move: 'last_write', variable });

/** The failing line, which is the first of the innermost function. */
const atFailure = () => {
  const [file, line] = project.marks().get('FAIL: panic')!.split(':') as [string, string];
  const breakpoints = [{ file: `${project.folder}/${file}`, line: Number(line) }];
  return ask({ move: 'continue', breakpoints });
};
const placesOf = ({ stack }: Awaited<ReturnType<typeof ask>>) => `${stack[0]!.contract_name} ${stack[0]!.line}`;

test('a variable without a name leads to the line that gave it its value, and a parameter to the line of the call', async () => {
  const here = await atFailure();
  expect(here.locals.map(({ name }) => name)).toEqual(['[86]', '[87]', '[88]']);
  const made = await back(here.moment, '[86]');
  expect([made.reason, made.moment < here.moment, made.stack[0]!.line]).toEqual([
    'step',
    true,
    here.stack[0]!.line - 1,
  ]);
  const inside = await ask({ moment: made.moment });
  const given = await back(made.moment, inside.locals.at(-1)!.name);
  expect(given.stack[0]!.function_name).not.toBe(made.stack[0]!.function_name);
});

test('the result of a call comes from the line that goes on after it', async () => {
  const { timeline } = await ask({ timeline: true });
  const till = timeline!.calls.find(({ contract_name }) => contract_name === 'Till')!;
  let here = await ask({ moment: (await atFailure()).moment, move: 'out' });
  while (placesOf(here).split(' ')[0] !== 'Till') here = await ask({ moment: here.moment, move: 'out' });
  const [result] = here.locals;
  const found = await back(here.moment, result!.name);
  expect(placesOf(found)).toBe(placesOf(here));
  expect([found.moment > till.start, found.moment < here.moment]).toEqual([true, true]);
});

test('an expression names a variable without a name as it is shown', async () => {
  const { moment, locals } = await atFailure();
  expect(locals[0]).toMatchObject({ name: '[86]', value: '7' });
  const { watches } = await ask({ moment, watch: ['[86]', '[86] > 5', '[86] == 8'] });
  expect(watches.map(({ value, fault }) => fault ?? value)).toEqual(['7', 'true', 'false']);
});

test('values of types of the ABI have the names of their variants', async () => {
  const { locals } = await ask();
  expect(locals[0]).toMatchObject({ type: 'failures::Way', value: 'Way::Panic(7)' });
});
