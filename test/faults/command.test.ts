import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { faultKinds, faultNames } from '../../src/faults/faultKinds.ts';
import { isBuilt } from '../support/build.ts';
import { type StartedProgram, startProgram } from '../support/program.ts';
import { cli, freePort, rpc } from '../support/server.ts';

test('docs/faults.md has a row for every fault, as its declaration says it', () => {
  const page = readFileSync(new URL('../../docs/faults.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| ((?:`\w+\??`(?:, )?)*) ?\| (.*\.) \|$/gm)].map((row) =>
    row.slice(1),
  );
  const declared = faultNames.map((name) => {
    const { needs, takes, about } = faultKinds[name];
    return [
      name,
      [...needs, ...takes.map((member) => `${member}?`)].map((member) => `\`${member}\``).join(', '),
      about,
    ];
  });
  expect(rows).toEqual(declared);
});

describe.runIf(isBuilt)('--faults', () => {
  let program: StartedProgram | undefined;
  afterEach(async () => {
    await program?.end('SIGTERM');
    program = undefined;
  });
  const folder = () => mkdtempSync(join(tmpdir(), 'starbox-faults-'));
  const rule = { fault: 'unavailable', method: 'starknet_blockNumber', at: 1 };
  const post = (url: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"starknet_blockNumber"}',
    });

  test('cannot be left on unnoticed, also by a quiet node: the log, the metrics and the configuration tell', async () => {
    const here = folder();
    writeFileSync(join(here, 'faults.json'), JSON.stringify({ seed: 9, rules: [rule] }));
    const metricsPort = await freePort();
    const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const options = ['--metrics-host', '127.0.0.1', '--metrics-port', String(metricsPort), '--log-level', 'warn'];
    program = await startProgram(here, '--faults', 'faults.json', ...options);
    await expect.poll(() => program!.output()).toContain('FAULTS ARE ON (seed 9)');
    expect(program.output()).toContain('The 1st request of starknet_blockNumber is refused with 503');
    expect(await metrics()).toContain('starbox_fault_rule_count 1\n');
    expect(await metrics()).not.toContain('starbox_fault_count');
    const refused = await post(program.url);
    expect([refused.status, refused.headers.get('x-starbox-fault')]).toEqual([503, 'unavailable']);
    expect((await post(program.url)).headers.get('x-starbox-fault')).toBe('on');
    expect(await metrics()).toContain('starbox_fault_count{fault="unavailable"} 1\n');
    await expect
      .poll(() => program!.output())
      .toContain('Fault 1: unavailable (starknet_blockNumber, number 1), by rules[0]');
    expect(await rpc(program.url, 'sandbox_getConfig')).toMatchObject({ faults: { seed: 9, rules: 1, injected: 1 } });

    // A new box has the same faults, counted for itself.
    const { path } = await rpc<{ path: string }>(program.url, 'devnet_createBox');
    expect((await post(program.url + path)).status).toBe(503);
    expect((await post(program.url + path)).status).toBe(200);
    expect(await metrics()).toContain('starbox_fault_rule_count 2\n');

    await rpc(program.url, 'devnet_setFaults', { rules: [] });
    await expect.poll(() => program!.output()).toContain('There are no faults any more.');
    expect((await post(program.url)).headers.get('x-starbox-fault')).toBe(null);
  });

  test('restricted mode forbids to set faults, and not those of the start', async () => {
    program = await startProgram(folder(), '--faults', JSON.stringify([rule]), '--restrictive-mode');
    await expect(rpc(program.url, 'devnet_setFaults', { rules: [] })).rejects.toMatchObject({ code: -32604 });
    await expect(rpc(program.url, 'devnet_reorganise', { blocks: 1 })).rejects.toMatchObject({ code: -32604 });
    expect((await post(program.url)).status).toBe(503);
  });

  test.each([
    ['missing.json', 'No such file or directory'],
    ['[{"fault":"dely"}]', 'rules[0].fault: there is no fault "dely". Did you mean delay?'],
    ['[{"fault":"cut",}]', 'this is no JSON'],
    ['[{"fault":"cut","method":"starknet_cal"}]', 'Did you mean starknet_call?'],
    ['[{"fault":"reorganisation","blocks":1}]', 'requires state-archive-capacity set to full'],
  ])('%s is refused with the reason', (value, reason) => {
    const { status, stderr } = spawnSync(process.execPath, [cli, '--port', '0', '--faults', value], {
      cwd: folder(),
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain("for '--faults <FILE|JSON>'");
    expect(stderr).toContain(reason);
  });
});
