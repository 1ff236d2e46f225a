import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { RecordedDebugger } from '../../tools/debug/recordedDebugger.ts';
import { frame, type Request, RequestReader } from './messages.ts';
import { DebugSession } from './session.ts';
import type { SourcePaths } from './sourcePaths.ts';

/** Connections that have not sent a request yet; more are refused. */
const MAX_WAITING = 16;

interface ServeOptions {
  /** Called before the first request. */
  readonly onEditor?: () => void;
  /** Where source files are. */
  readonly paths?: SourcePaths | undefined;
}

/**
 * Speaks the protocol over two streams until the editor ends the session or hangs up. Returns false if there was no request: whoever
 * connected does not speak the protocol.
 */
export function serveStreams(
  debug: RecordedDebugger,
  input: Readable,
  output: Writable,
  { onEditor = () => {}, paths }: ServeOptions = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    let seq = 0;
    const reader = new RequestReader();
    const requests: Request[] = [];
    let session: DebugSession | undefined;
    const end = () => {
      input.off('data', read);
      output.off('drain', work);
      session?.close();
      resolve(session !== undefined);
    };
    const work = () => {
      // An editor that does not read its answers gets no more of them.
      while (requests.length > 0 && !output.writableNeedDrain) {
        if (!session) {
          onEditor();
          session = new DebugSession(
            debug,
            (message) => {
              if (output.writable) output.write(frame({ seq: ++seq, ...message }));
            },
            paths,
          );
        }
        session.handle(requests.shift()!);
        if (session.isOver) return end();
      }
      if (requests.length > 0) input.pause();
      else input.resume();
    };
    const read = (bytes: Buffer) => {
      try {
        requests.push(...reader.add(bytes));
      } catch {
        return end();
      }
      work();
    };
    input.on('data', read);
    output.on('drain', work);
    input.once('end', end);
    input.once('close', end);
    input.once('error', end);
    output.once('error', end);
  });
}

/** How the port waits for an editor. */
interface PortOptions {
  readonly onPort: (port: number) => void;
  readonly paths?: SourcePaths | undefined;
  /** Ends the wait if no editor has come by then, because nobody is left who knows the port. */
  readonly giveUp?: AbortSignal | undefined;
}

/**
 * Waits on a port of this machine for an editor, and serves it. `onPort` is told the port. Connections that do not speak the protocol,
 * such as those of port scanners and web pages, are closed.
 */
export function servePort(
  debug: RecordedDebugger,
  port: number,
  { onPort, paths, giveUp }: PortOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = new Set<Socket>();
    let hasEditor = false;
    giveUp?.addEventListener('abort', () => {
      if (hasEditor) return;
      server.close();
      for (const socket of waiting) socket.destroy();
      resolve();
    });
    const server = createServer((socket) => {
      waiting.add(socket);
      // One transaction, one editor.
      const onEditor = () => {
        hasEditor = true;
        server.close();
        waiting.delete(socket);
        for (const other of waiting) other.destroy();
      };
      void serveStreams(debug, socket, socket, { onEditor, paths }).then((isEditor) => {
        waiting.delete(socket);
        if (!isEditor) return void socket.destroy();
        socket.end();
        // An editor that does not hang up must not keep the command alive.
        socket.setTimeout(5000, () => socket.destroy());
        resolve();
      });
    });
    server.maxConnections = MAX_WAITING;
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => onPort((server.address() as AddressInfo).port));
  });
}
