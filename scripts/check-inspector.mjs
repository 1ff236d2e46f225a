// Runs the command line of the official inspector of the Model Context Protocol against `starbox mcp` and a node with --mcp (needs dist/, and npm
// for the inspector, which is too large to be a dependency and needs Node.js 22.19).
//   node scripts/node24.mjs scripts/check-inspector.mjs
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from './files.mjs';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const program = join(root, 'dist/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'starbox-inspector-'));

/** npx runs the inspector with the Node.js of the path. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
/** How the inspector ends when a tool answers with an error. */
const TOOL_ERROR = 5;

/** What the inspector is asked to do, whether its answer is right, and how it ends. */
const CHECKS = [
  [
    // Fails if a schema has an error for some client.
    ['tools/list', '--strict'],
    ({ tools }) => tools.length === 18 && tools.every(({ inputSchema }) => inputSchema.type === 'object'),
  ],
  [
    ['tools/call', '--tool-name', 'state'],
    ({ content, isError }) => !isError && content[0].text.startsWith('Branch main'),
  ],
  [
    ['tools/call', '--tool-name', 'call', '--tool-arg', 'to=STRK', 'function=symbol'],
    ({ content }) => content[0].text.includes('"STRK"'),
  ],
  [
    ['tools/call', '--tool-name', 'call', '--tool-arg', 'to=nobody', 'function=f'],
    ({ isError }) => isError === true,
    TOOL_ERROR,
  ],
  [
    ['tools/call', '--tool-name', 'call', '--tool-args-json', '{"to":"STRK","function":"balance_of","args":["@bob"]}'],
    ({ content }) => content[0].text.includes('1000000000000000000000'),
  ],
  [['resources/list'], ({ resources }) => resources.some(({ uri }) => uri === 'starbox://docs/agents')],
  [['resources/templates/list'], ({ resourceTemplates }) => resourceTemplates.length === 2],
  [
    ['resources/read', '--uri', 'starbox://abi/STRK'],
    ({ contents }) => contents[0].text.includes('external transfer('),
  ],
  [['prompts/list'], ({ prompts }) => prompts.length === 3],
  [
    ['prompts/get', '--prompt-name', 'why-did-it-fail', '--prompt-args', 'transaction=tx3'],
    ({ messages }) => messages[0].content.text.includes('the transaction tx3'),
  ],
  // Clients of version 2 of the SDK, which the inspector is built on, ask for the newer protocol first, and fall back to initialize.
  [['tools/list', '--protocol-era', 'auto'], ({ tools }) => tools.length === 18],
];

function inspect(target, name) {
  for (const [[method, ...args], isRight, ending = 0] of CHECKS) {
    const words = ['--yes', INSPECTOR, '--cli', ...target, '--method', method, ...args];
    const { status, stdout, stderr } = spawnSync('npx', words, { cwd: folder, env, encoding: 'utf8' });
    if (status !== ending || !isRight(JSON.parse(stdout)))
      throw new Error(
        `${name}, ${method} ${args.join(' ')}: ended with ${status}\n${stdout.slice(0, 2000)}\n${stderr.slice(0, 2000)}`,
      );
    process.stdout.write(`ok  ${name}  ${method} ${args.join(' ')}\n`);
  }
}

const node = spawn(process.execPath, [program, '--port', '0', '--mcp'], {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  inspect([process.execPath, program, 'mcp'], 'stdio');
  const port = await new Promise((resolve, reject) => {
    let text = '';
    node.once('exit', () => reject(new Error('The node has ended.')));
    node.stdout.on('data', (bytes) => {
      text += bytes;
      const [, found] = /listening on 127\.0\.0\.1:(\d+)/.exec(text) ?? [];
      if (found) resolve(found);
    });
  });
  inspect([`http://127.0.0.1:${port}/mcp`, '--transport', 'http'], '/mcp');
} finally {
  node.kill();
  rmSync(folder, { recursive: true, force: true });
}
