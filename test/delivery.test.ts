import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { optionNames, variableOf } from '../src/options/options.ts';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const manifest = JSON.parse(read('package.json'));
const workflows = ['.github/workflows/test.yml', '.github/workflows/release.yml'].map(read);
const dockerfile = read('Dockerfile');
const finalStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ') + 1);

describe('the container, the action and the workflows', () => {
  test('use only options and environment variables that the command has', () => {
    const used = [...read('action.yml').matchAll(/starbox --([a-z-]+)/g)].map(([, name]) => name!);
    expect(used).not.toEqual([]);
    for (const name of used) expect(optionNames).toContain(name);
    const variables = [...finalStage.matchAll(/^(?:ENV)? +([A-Z_]+)=/gm)].map(([, name]) => name!);
    expect(variables).toEqual(expect.arrayContaining([variableOf('host'), variableOf('port')]));
    for (const name of variables) expect(['PATH', ...optionNames.map(variableOf)]).toContain(name);
    // Options in the entry point could not be replaced by those of `docker run`, and would stand before the name of a command.
    expect(finalStage).toContain('\nENTRYPOINT ["starbox"]\n');
  });

  test('do not run as root and ask for a route that the server has', () => {
    expect(finalStage).toMatch(/^USER node$/m);
    expect(finalStage).toContain(`http://127.0.0.1:$${variableOf('port')}/is_alive`);
    expect(read('action.yml')).toContain('/is_alive');
    expect(read('src/server/http.ts')).toContain("'/is_alive'");
  });

  test('make an image of one layer, which the workflow measures', () => {
    expect(finalStage).toMatch(/^FROM scratch\n/);
    expect(finalStage.match(/^(?:COPY|ADD|RUN) .*/gm)).toEqual(['COPY --from=files / /']);
    expect(workflows[0]).toMatch(/docker export .*\| wc -c\)\n.*\n +test "\$size" -lt 200000000$/m);
  });

  test('build the image from the files that the package is made of, and from nothing that was built or installed before', () => {
    const ignored = read('.dockerignore').trim().split('\n');
    for (const built of ['**/node_modules', 'dist', 'build', '.cache']) expect(ignored).toContain(built);
    const inputs = [
      'src',
      'kernel',
      'contracts',
      'docs',
      'scripts',
      'ui',
      ...manifest.files.filter((file: string) => file !== 'dist'),
    ];
    for (const path of inputs)
      expect(
        ignored.filter((rule) => path === rule || path.startsWith(`${rule}/`)),
        path,
      ).toEqual([]);
  });

  test('use actions at a commit, because a tag can be moved', () => {
    const used = [...workflows.join().matchAll(/uses: (.*)/g)].map(([, action]) => action!);
    for (const action of used) expect(action).toMatch(/^(?:\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+)$/);
  });

  test('test the oldest version of Node.js that the package promises', () => {
    const [, oldest] = /(\d+)/.exec(manifest.engines.node)!;
    expect(workflows[0]).toContain(`node: [${oldest}, `);
  });

  test('test with the command that the README and CONTRIBUTING.md show, which builds first', () => {
    const command = 'npm install && npm test';
    expect(read('README.md')).toMatch(
      new RegExp(`^## From a clone\\n\\n\`\`\`sh .*\\nnpm install && npm start .*\\n${command} `, 'm'),
    );
    expect(read('CONTRIBUTING.md')).toMatch(new RegExp(`^${command} `, 'm'));
    expect(read('.ci/run').split('\n')).toContain(command);
    for (const script of ['start', 'test']) expect(manifest.scripts[script]).toMatch(/^npm run --silent build && /);
  });

  test('run scripts and tests that exist', () => {
    for (const [, name] of workflows.join().matchAll(/npm run ([\w:]+)/g))
      expect(manifest.scripts).toHaveProperty([name!]);
    for (const [, paths] of workflows.join().matchAll(/vitest run (.*)/g))
      for (const path of paths!.split(' ')) expect(existsSync(new URL(path, root)), path).toBe(true);
  });
});
