import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Area, CaseResult } from './area.ts';

interface Step {
  readonly deviates?: string;
}

export interface Tape {
  readonly name: string;
  readonly args: readonly string[];
  readonly steps: readonly Step[];
}

interface Failure {
  readonly index: number;
  readonly method: string;
  readonly out: readonly { readonly path: string; readonly want: unknown; readonly got: unknown }[];
}

/** The exports of the program that replays tapes. */
interface Replayer {
  startServer(command: string, args: readonly string[]): Promise<{ readonly url: string; stop(): Promise<void> }>;
  replay(tape: Tape, url: string, options: { readonly WebSocketImpl: unknown }): Promise<readonly Failure[]>;
}

const AMOUNTS = 'Amounts: a fraction is an error, and text is taken, so another amount is minted';

/** Steps that differ on purpose although the tape does not say so, with the entry in docs/deviations.md. */
const INTENDED_DEVIATIONS: Readonly<Record<string, string>> = {
  'demand_mode/064': 'Block hash: a block that is sealed and aborted in one request has never been seen before',
  'events/056': '`chunk_size: 0` is an error',
  ...Object.fromEntries(
    ['022', '023', '024', '025', '026', '027', '037', '041', '042', '043', '044', '046'].map((step) => [
      `mint/${step}`,
      AMOUNTS,
    ]),
  ),
  'sierra_gas/095': 'Sierra version of a class: calls metered in Sierra gas show that gas in traces',
};

/** The only difference is help: text that we add to the data of an error, where the reference has none or less. */
const onlyExplains = ({ out }: Failure): boolean =>
  out.every(
    ({ path, want, got }) =>
      typeof got === 'string' &&
      ((/(^|\.)error\.data$/.test(path) &&
        (want === undefined || (typeof want === 'string' && got.startsWith(want)))) ||
        (/(^|\.)error\.data\.explanation$/.test(path) && want === undefined)),
  );

/** The only difference is a `failure_reason` without a reason, which the specification does not have. */
const onlyLeavesOutNull = ({ out }: Failure): boolean =>
  out.every(({ path, want, got }) => path.endsWith('failure_reason') && want === null && got === undefined);

/** The command that starts our server. */
export const serverCommand = `${process.execPath} dist/cli.js`;

/** Arguments for the tape's options, the reference's classes, no log and no cached classes. */
export const serverArguments = (tape: Tape, shared: string): readonly string[] =>
  [...tape.args, '--system-classes', '$SHARED/artifacts/system', '--class-cache', 'off', '--quiet'].map((arg) =>
    arg.replace('$SHARED', shared),
  );

/** Loads the program that replays tapes; undefined if it is not available. */
export async function loadReplayer(shared: string): Promise<Replayer | undefined> {
  const program = join(shared, 'conformance/replay.mjs');
  return existsSync(program) ? ((await import(pathToFileURL(program).href)) as Replayer) : undefined;
}

const show = (value: unknown) => JSON.stringify(value)?.slice(0, 200);

/** How our server answers while a tape is replayed. */
interface Mode {
  readonly strictAnswers: boolean;
}

/** Replays every recorded session with the reference server, one case per step. */
const tapesArea = (name: string, mode: Mode): Area => ({
  name,
  async *run(shared) {
    const folder = join(shared, 'tapes');
    const replayer = await loadReplayer(shared);
    if (!replayer || !existsSync(folder)) return;
    const only = process.env['TAPE'];
    for (const file of readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()) {
      const tape = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Tape;
      if (only === undefined || tape.name === only) yield* runTape(tape, replayer, shared, mode);
    }
  },
});

/** With our help in the data of errors, as `starbox` answers: an intended deviation. */
export const tapes = tapesArea('tapes', { strictAnswers: false });
/** Without it, as `starknet-devnet` answers: any help is a difference. */
export const strictTapes = tapesArea('tapes-strict', { strictAnswers: true });

async function* runTape(
  tape: Tape,
  replayer: Replayer,
  shared: string,
  { strictAnswers }: Mode,
): AsyncIterable<CaseResult> {
  const args = [...serverArguments(tape, shared), '--strict-answers', String(strictAnswers)];
  const failures = await play(tape, replayer, args);
  for (const [index, step] of tape.steps.entries()) {
    const id = `${tape.name}/${String(index).padStart(3, '0')}`;
    const failure = failures.get(index);
    const isHelp = failure && onlyExplains(failure);
    const help = isHelp && !strictAnswers ? 'Errors name the missing fact in their data' : undefined;
    const isNull = failure && onlyLeavesOutNull(failure);
    const omission = isNull && !strictAnswers ? '`failure_reason` is left out when nothing failed' : undefined;
    // A step may deviate on purpose in something else, but not by help in a strict answer.
    const purpose =
      isHelp && strictAnswers ? undefined : (step.deviates ?? INTENDED_DEVIATIONS[id] ?? help ?? omission);
    if (!failure) yield { id, outcome: 'equal' };
    else if (purpose) yield { id, outcome: 'deviating', detail: purpose };
    else {
      const [first] = failure.out;
      const place = first && `${first.path || 'answer'}: want ${show(first.want)}, got ${show(first.got)}`;
      yield { id, outcome: 'different', detail: `${failure.method} ${place}` };
    }
  }
}

/** Starts our server with the tape's options and replays the steps. If it does not start, every step fails. */
async function play(tape: Tape, replayer: Replayer, args: readonly string[]): Promise<ReadonlyMap<number, Failure>> {
  try {
    const server = await replayer.startServer(serverCommand, args);
    try {
      // Node 20 has no WebSocket of its own.
      const WebSocketImpl = createRequire(join(process.cwd(), 'package.json'))('ws').WebSocket;
      // Steps that may deviate are compared too, since some have become equal.
      const steps = tape.steps.map(({ deviates: _, ...step }) => step);
      const failures = await replayer.replay({ ...tape, steps }, server.url, { WebSocketImpl });
      return new Map(failures.map((failure) => [failure.index, failure]));
    } finally {
      await server.stop();
    }
  } catch (error) {
    const out = [{ path: '', want: 'a running server', got: String(error) }];
    return new Map(tape.steps.map((_, index) => [index, { index, method: 'start', out }]));
  }
}
