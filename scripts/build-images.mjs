// Draws the pictures of README.md and docs/ from a real node (dist/ must be built): docs/images/explanation.svg, coverage.svg, profile.svg,
// gas.svg and debug.svg from the text that the commands print, and page.webp, debugger.webp and the screens below from the page at /ui, if there
// is a Chromium.
//   node scripts/build-images.mjs
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gunzipSync } from 'node:zlib';
import { root } from './files.mjs';
import { terminalSvg } from './terminal-svg.mjs';

const images = join(root, 'docs/images');

/** Screens of the page for docs/explorer.md: the file, the place, and a text that is there when it is ready. */
const SCREENS = [
  ['page-gas.webp', '/gas', 'Functions of contracts'],
  ['page-coverage.webp', '/coverage', 'vault.cairo'],
  ['page-events.webp', '/events', 'Visited'],
];
mkdirSync(images, { recursive: true });

/** A project with build output that has debug information, as Scarb writes it. */
function project() {
  const source = join(root, 'contracts/failures');
  const folder = mkdtempSync(join(tmpdir(), 'starbox-images-'));
  mkdirSync(join(folder, 'src'));
  // Without the marks that tests look for.
  for (const name of readdirSync(join(source, 'src')))
    writeFileSync(
      join(folder, 'src', name),
      readFileSync(join(source, 'src', name), 'utf8').replace(/ \/\/ (?:FAIL|VIA): .*$/gm, ''),
    );
  cpSync(join(source, 'Scarb.toml'), join(folder, 'Scarb.toml'));
  mkdirSync(join(folder, 'target/dev'), { recursive: true });
  for (const name of ['Shop', 'Till', 'Vault']) {
    const packed = readFileSync(join(source, `classes/failures_${name}.contract_class.json.gz`));
    const text = gunzipSync(packed)
      .toString()
      .replaceAll('{core}', '/home/user/.cache/scarb/registry/std/core/src')
      .replaceAll('{project}', folder);
    writeFileSync(join(folder, `target/dev/${name}.contract_class.json`), text);
  }
  return folder;
}

const { Sandbox } = await import(join(root, 'dist/index.js'));
const folder = project();
const box = await Sandbox.create({
  seed: 0,
  accounts: 3,
  coverage: true,
  gasReport: true,
  artifacts: [join(folder, 'target/dev')],
});
try {
  const file = (name) => join(folder, `target/dev/${name}.contract_class.json`);
  const vault = await box.deploy(file('Vault'));
  const till = await box.deploy(file('Till'), [vault.address]);
  const shop = await box.deploy(file('Shop'), [till.address]);
  const paid = await box.strk.write.transfer(box.accounts[1].address, 5n * 10n ** 18n, { from: box.accounts[0] });
  await shop.write.fail('Assert').catch(() => undefined);
  const failed = await shop.write.fail('Assert', { allowRevert: true });
  const { transaction_hash } = failed.receipt;
  const { text } = await box.request('devnet_explainTransaction', { transaction_hash, color: true });
  const [shown] = text.replaceAll(`${folder}/`, '').split(/\n\n.*Storage changes/);
  const command = `$ starbox explain ${transaction_hash.slice(0, 6)}…`;
  writeFileSync(join(images, 'explanation.svg'), terminalSvg(`${command}\n${shown.trimEnd()}`));
  console.log('docs/images/explanation.svg is drawn.');
  for (const way of ['None', 'Index', 'Caught', 'Undeployed']) await shop.write.fail(way).catch(() => undefined);
  const coverage = await box.coverage();
  writeFileSync(
    join(images, 'coverage.svg'),
    terminalSvg(`$ npx starbox coverage -- npx vitest run\n…\n\n${coverage.text.trimEnd()}`),
  );
  console.log('docs/images/coverage.svg is drawn.');
  const profile = (await box.profile(transaction_hash)).text.replaceAll(`${folder}/`, '').split('\n');
  draw('profile', `$ starbox profile ${transaction_hash.slice(0, 6)}…`, [...profile.slice(0, 12), '…']);
  const gas = (await box.gasReport()).text.trimEnd().split('\n');
  draw('gas', '$ starbox --gas-report gas.txt', [...gas.slice(0, 14), ...(gas.length > 14 ? ['…'] : [])]);
  const { moments } = await box.debug(transaction_hash);
  const short = `${transaction_hash.slice(0, 6)}…`;
  draw('debug', '$ STARBOX_DEBUG=1 npx vitest run', [
    `TransactionRevertedError: transaction ${short}: The transaction was reverted: ${failed.receipt.revert_reason.match(/'(.*?)'/)?.[1] ?? ''}`,
    `Debug it: npx starbox debug ${short} --state /tmp/starbox-debug-DSJ5B5/1.state`,
    '',
    `$ npx starbox debug ${short} --state /tmp/starbox-debug-DSJ5B5/1.state`,
    `${moments.toLocaleString('en')} steps are ready`,
    'DEBUGGER PORT: 43127',
  ]);
  await drawPage(transaction_hash, paid.transactionHash);
} finally {
  await box.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Draws what a command prints. */
function draw(name, command, lines) {
  writeFileSync(join(images, `${name}.svg`), terminalSvg([command, ...lines].join('\n')));
  console.log(`docs/images/${name}.svg is drawn.`);
}

async function drawPage(hash, paid) {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  if (!existsSync(executablePath))
    return console.log('docs/images/page.webp is left as it is: CHROMIUM names no program.');
  const { chromium } = await import('playwright-core');
  writeFileSync(join(folder, 'chain.starbox'), await box.saveState());
  const options = ['--state', 'chain.starbox', '--ui', '--port', '0', '--log', 'json'];
  const node = spawn(process.execPath, [join(root, 'dist/cli.js'), ...options], { cwd: folder });
  const url = await new Promise((resolve) => {
    createInterface(node.stdout).on('line', (line) => {
      const entry = JSON.parse(line);
      if (entry.url) resolve(entry.url);
    });
  });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, colorScheme: 'light' });
  await page.goto(`${url}/ui/tx/${hash}`, { waitUntil: 'networkidle' });
  await page.getByText('Debug the failure').waitFor();
  // As PNG they have 50 and 114 kB.
  const session = await page.context().newCDPSession(page);
  const draw = async (file, quality = 70) => {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    writeFileSync(join(images, file), Buffer.from(data, 'base64'));
  };
  await draw('page.webp');
  await page.goto(`${url}/ui/tx/${hash}/debug`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page
    .getByText(/^Panic/)
    .first()
    .waitFor();
  await draw('debugger.webp');
  for (const [file, place, ready] of SCREENS) {
    await page.goto(`${url}/ui${place}`, { waitUntil: 'networkidle' });
    await page.getByText(ready).first().waitFor();
    await draw(file, 55);
  }
  await page.goto(`${url}/ui/simulate?tx=${paid}`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByText('Balance changes').waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await draw('page-simulate.webp', 55);
  await browser.close();
  node.kill();
  console.log('docs/images/page.webp, debugger.webp and the other screens are drawn.');
}
