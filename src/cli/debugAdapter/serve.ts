import { type AddressInfo, createServer } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { RecordedDebugger } from '../../execution/debug/recordedDebugger.ts';
import { frame, RequestReader } from './messages.ts';
import { DebugSession } from './session.ts';

/** Speaks the protocol over two streams until the editor ends the session or hangs up. */
export function serveStreams(debug: RecordedDebugger, input: Readable, output: Writable): Promise<void> {
  return new Promise((resolve) => {
    let seq = 0;
    const reader = new RequestReader();
    const session = new DebugSession(debug, (message) => {
      if (output.writable) output.write(frame({ seq: ++seq, ...message }));
    });
    const end = () => {
      input.off('data', read);
      resolve();
    };
    const read = (bytes: Buffer) => {
      try {
        for (const request of reader.add(bytes)) if (!session.isOver) session.handle(request);
      } catch {
        // Whoever connected does not speak the protocol.
        return end();
      }
      if (session.isOver) end();
    };
    input.on('data', read);
    input.once('end', end);
    input.once('close', end);
    input.once('error', end);
    output.once('error', end);
  });
}

/** Waits on a port of this machine for an editor, and serves it. `onPort` is told the port. */
export function servePort(debug: RecordedDebugger, port: number, onPort: (port: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      // One transaction, one editor.
      server.close();
      void serveStreams(debug, socket, socket).then(() => {
        socket.end();
        resolve();
      });
    });
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => onPort((server.address() as AddressInfo).port));
  });
}
