// npm run bench:scale: measures whether work takes longer, and what memory it takes, as the chain grows. Several minutes.
//   -- --blocks N   the number of transactions, each in its own block (default 100000)
//   -- --open N     the number of transactions in one open block (default 20000)
// Each figure is compared with that of a chain of 1,000 transactions in a process of its own, in turns.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { duration, limitRow, median, printRows, type Row } from './harness.ts';
import { type Built, type ChainShape, longChain, type StateFile, WORKS, type WorkName } from './scaleChain.ts';

const FEW = 1000;
const MOST = 1.25;
const MAX_BYTES = 6000;
const MAX_STATE_FILE_MS = 3000;
const MAX_FIRST_SEARCH_MS = 300;
const TURNS = 7;
const ROUNDS = 30;
/** V8 compiles the code of a call several times while it runs its first thousand. */
const WARM_UP_ROUNDS = 500;

type Question = { readonly work: WorkName; readonly rounds: number } | 'stateFile';

const option = (name: string, otherwise: number): number =>
  process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : otherwise;

async function answerQuestions(shape: ChainShape): Promise<void> {
  const chain = await longChain(shape);
  process.on('message', async (question: Question) => {
    process.send!(
      question === 'stateFile' ? await chain.stateFile() : await chain.measure(question.work, question.rounds),
    );
  });
  process.send!(chain.built);
}

/** A process with a chain. */
class ChainProcess {
  readonly #child: ChildProcess;

  constructor(shape: ChainShape) {
    this.#child = fork(process.argv[1]!, ['--chain', JSON.stringify(shape)], {
      execArgv: ['--max-old-space-size=3000'],
    });
  }

  async next<T>(): Promise<T> {
    const [answer] = await once(this.#child, 'message');
    return answer as T;
  }

  ask<T>(question: Question): Promise<T> {
    this.#child.send(question);
    return this.next<T>();
  }

  stop(): void {
    this.#child.kill();
  }
}

async function compare(name: string, shape: ChainShape): Promise<readonly Row[]> {
  const many = new ChainProcess(shape);
  const built = await many.next<Built>();
  const few = new ChainProcess({ ...shape, transactions: FEW });
  await few.next();
  const rows: Row[] = [];
  for (const work of WORKS) {
    const times: readonly [number[], number[]] = [[], []];
    for (const chain of [few, many]) await chain.ask<number>({ work, rounds: WARM_UP_ROUNDS });
    for (let turn = 0; turn < TURNS; turn++)
      for (const [i, chain] of [few, many].entries()) times[i]!.push(await chain.ask<number>({ work, rounds: ROUNDS }));
    const [short, long] = times.map(median) as [number, number];
    rows.push({
      name: work,
      ours: duration(long),
      theirs: duration(short),
      ratio: long / short,
      bar: `<= ${MOST} times as long`,
      ok: long <= MOST * short,
    });
  }
  const { saveMs, loadMs, searchMs, megabytes } = await many.ask<StateFile>('stateFile');
  many.stop();
  few.stop();
  const kilobytes = built.bytesPerTransaction / 1000;
  console.log(`\n${name}: built in ${built.seconds.toFixed(0)} s`);
  return [
    ...rows,
    {
      name: 'memory per transaction',
      ours: `${kilobytes.toFixed(1)} kB`,
      theirs: '',
      bar: `<= ${MAX_BYTES / 1000} kB`,
      ok: built.bytesPerTransaction <= MAX_BYTES,
    },
    limitRow(`save as a state file of ${megabytes.toFixed(0)} MB`, saveMs, MAX_STATE_FILE_MS, 1),
    limitRow('load the state file', loadMs, MAX_STATE_FILE_MS, 1),
    limitRow('the first getEvents of the loaded chain', searchMs, MAX_FIRST_SEARCH_MS, 1),
  ];
}

const own = process.argv.indexOf('--chain');
if (own >= 0) await answerQuestions(JSON.parse(process.argv[own + 1]!));
else {
  const [blocks, open] = [option('--blocks', 100_000), option('--open', 20_000)];
  for (const [name, shape] of [
    [`${blocks} transactions in ${blocks} blocks`, { transactions: blocks, open: false }],
    [`${open} transactions in one open block`, { transactions: open, open: true }],
  ] as const)
    if (shape.transactions > FEW) printRows(`${name}, compared with ${FEW}`, await compare(name, shape));
}
