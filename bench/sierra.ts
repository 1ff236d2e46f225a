import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { compileSierra } from '../src/sierra/index.ts';
import { limitRow, median, type Row, ratioRow } from './harness.ts';

interface Subject {
  readonly name: string;
  readonly text: string;
  /** The time of the official compiler as a process, without hashes, on the reference machine of the calibration. */
  readonly officialMs: number;
}

const NAMES = ['argent_multisig_0.2.0', 'seq_erc20', 'erc20_oz100'];
const MAX_RSS_MB = 200;

/** The recorded classes with the official compiler's times; if they are missing, the largest published class that we depend on. */
async function subjects(): Promise<readonly Subject[]> {
  const shared = process.env['STARBOX_SHARED'] ?? join(process.cwd(), '../shared');
  const figures = join(shared, 'data/reference-figures.json');
  if (!existsSync(figures)) {
    const { default: contract } = (await import(
      '@hyperlane-xyz/starknet-core/dist/artifacts/contracts_MockHypERC721URIStorage.contract_class.js' as string
    )) as { default: unknown };
    return [{ name: 'hyperlane MockHypERC721URIStorage', text: JSON.stringify(contract), officialMs: 1620 }];
  }
  const official = JSON.parse(readFileSync(figures, 'utf8')).official_sierra_to_casm_binary_s as Record<string, number>;
  return NAMES.map((name) => {
    const file = join(shared, `corpus/sierra-casm/contracts/${name}.sierra.json`);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : gunzipSync(readFileSync(`${file}.gz`)).toString();
    return { name, text, officialMs: 1000 * official[name]! };
  });
}

/** The processor time of some work in milliseconds, the best of several rounds, so that other processes do not count. */
function cpuMs(work: () => void, rounds: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    work();
    best = Math.min(best, process.cpuUsage(start).user / 1000);
  }
  return best;
}

/** How much slower than the reference machine this one is now, in processor time; at least 1. */
function slowness(): number {
  const P = 2n ** 251n + 17n * 2n ** 192n + 1n;
  const ms = cpuMs(() => {
    let x = 3n;
    for (let i = 0; i < 300_000; i++) x = (x * x + 7n) % P;
  }, 5);
  return Math.max(1, ms / 182);
}

// Makes a process print its processor time when it exits.
const REPORT =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();' +
  'process.stderr.write("cpu "+(user+system)/1000)})';

// Node.js reads these certificates at every start, which takes a third of a small compilation; the official compiler reads none.
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
const ROUNDS = 15;

/** Measures both compilers as processes, interleaved, if STARBOX_SIERRA_COMPILE names the official one. */
function interleavedRows(name: string, input: string, output: string): readonly Row[] {
  const official = process.env['STARBOX_SIERRA_COMPILE'];
  if (official === undefined) return [];
  const time = (command: string, words: readonly string[]): number => {
    const start = performance.now();
    const { status } = spawnSync(command, words, { env: environment });
    if (status !== 0) throw new Error(`${command} ended with ${status}.`);
    return performance.now() - start;
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    ours.push(time(process.execPath, ['dist/cli.js', 'compile', input, output]));
    theirs.push(time(official, [input, output]));
  }
  return [
    ratioRow(`${name}: cold process, best of ${ROUNDS}`, Math.min(...ours), Math.min(...theirs), 1),
    ratioRow(`${name}: cold process, median of ${ROUNDS}`, median(ours), median(theirs), 1),
  ];
}

/** Compares compilation in a warm process with all hashes, and in a separate process, with the official compiler. */
export async function sierraBench(): Promise<readonly Row[]> {
  const slower = slowness();
  const rows: Row[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'starbox-bench-'));
  try {
    for (const { name, text, officialMs } of await subjects()) {
      const json: unknown = JSON.parse(text);
      const warm = cpuMs(() => void compileSierra(json), 6);
      rows.push(limitRow(`${name}: warm, all hashes`, warm, officialMs, slower));
      const input = join(folder, 'in.json');
      writeFileSync(input, text);
      let cold = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 5; round++) {
        const words = ['--import', REPORT, 'dist/cli.js', 'compile', input, join(folder, 'out.json')];
        const { stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env: environment });
        cold = Math.min(cold, Number(/cpu ([\d.]+)/.exec(stderr)?.[1] ?? Number.NaN));
      }
      rows.push(limitRow(`${name}: cold process, JSON in and out`, cold, officialMs, slower));
      rows.push(...interleavedRows(name, input, join(folder, 'out.json')));
      rows.push(peakRow(name, input));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return rows;
}

function peakRow(name: string, input: string): Row {
  const program = `
    import { readFileSync } from 'node:fs';
    const { compileSierra } = await import(${JSON.stringify(join(process.cwd(), 'dist/sierra.js'))});
    compileSierra(JSON.parse(readFileSync(${JSON.stringify(input)}, 'utf8')));
    // The peak of the process itself; resourceUsage includes its parent's memory at the fork.
    const own = process.platform === 'linux' && /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
    console.log(own ? own[1] : process.resourceUsage().maxRSS);`;
  const kilobytes = Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program]).toString());
  const peak = kilobytes / 1024;
  return {
    name: `${name}: peak memory of the process`,
    ours: `${peak.toFixed(0)} MB`,
    theirs: '',
    bar: `<= ${MAX_RSS_MB} MB`,
    ok: peak <= MAX_RSS_MB,
  };
}
