import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseCasm } from '../../cairo/casmJson.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { compileLine } from './compile.ts';

const folder = mkdtempSync(join(tmpdir(), 'starbox-compile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text?: string): string => {
  const path = join(folder, name);
  if (text !== undefined) writeFileSync(path, text);
  return path;
};
const CLASS = 'contracts/classes/universal_deployer.sierra.json';

test('a class file becomes a CASM file', () => {
  compileLine([CLASS, file('out.json')]);
  const text = readFileSync(file('out.json'), 'utf8');
  expect(parseCasm(JSON.parse(text)).bytecode.length).toBeGreaterThan(100);
  expect(text.startsWith('{\n  "prime": "0x800')).toBe(true);
});

test('a class that prints compiles by default and with the list all, which errors of other lists advise', () => {
  const printer = 'contracts/classes/printer.sierra.json';
  compileLine([printer, file('default.json')]);
  compileLine([printer, file('all.json'), '--allowed-libfuncs-list-name', 'all']);
  expect(readFileSync(file('all.json'), 'utf8')).toBe(readFileSync(file('default.json'), 'utf8'));
  for (const list of ['audited', 'experimental'])
    expect(() => compileLine([printer, '--allowed-libfuncs-list-name', list])).toThrow(
      /Libfunc print is not allowed .*\n Run with '--allowed-libfuncs-list-name all'/,
    );
});

test.each([
  [StartError, 'cannot be read', [file('nowhere.json'), file('out.json')]],
  [StartError, 'is not JSON', [file('text.json', 'no'), file('out.json')]],
  [StartError, 'is already compiled (CASM). Give the Sierra file', [file('casm.json', '{"bytecode": []}')]],
  [StartError, 'Compilation failed', [file('empty.json', '{}'), file('out.json')]],
  [StartError, 'Code size limit exceeded', [CLASS, file('out.json'), '--max-bytecode-size', '10']],
  [StartError, "No libfunc list named 'mine'", [CLASS, '--allowed-libfuncs-list-name', 'mine']],
  [
    StartError,
    'is not allowed in the libfuncs list',
    [CLASS, '--allowed-libfuncs-list-file', file('list.json', '{"allowed_libfuncs": ["dup"]}')],
  ],
  [UsageError, 'takes a class file', []],
  [UsageError, 'number of words', [CLASS, '--max-bytecode-size', 'ten']],
  [UsageError, 'nope', [CLASS, '--nope']],
])('%o with %s', (kind, text, words) => {
  expect(() => compileLine(words)).toThrow(kind);
  expect(() => compileLine(words)).toThrow(text);
});

test.skipIf(process.platform === 'win32')('a FIFO is refused at once, also as a list of libfuncs', () => {
  const fifo = file('fifo');
  execFileSync('mkfifo', [fifo]);
  const words = `'${fifo}' cannot be read: ${fifo} is a FIFO. Only regular files can be used. Write what it gives into a file first.`;
  expect(() => compileLine([fifo])).toThrow(new StartError(words));
  expect(() => compileLine([CLASS, '--allowed-libfuncs-list-file', fifo])).toThrow(new StartError(words));
  expect(() => compileLine(['/dev/zero'])).toThrow('/dev/zero is a device');
});
