import type { Log } from './log/log.ts';

/** The code that serves a connection. */
export type HttpPath = 'fast path' | 'node:http';

/** Told once which path serves a connection, and again if the connection is handed over to node:http, with the reason. */
export type ReportPath = (path: HttpPath, reason?: string) => void;

/** Reports paths to the log, at debug level, and to the metrics. */
export const reportPathTo =
  (log: Log, metrics: { connection(path: HttpPath): void } | undefined): ReportPath =>
  (path, reason) => {
    metrics?.connection(path);
    if (!log.enabled('debug')) return;
    const why = reason === undefined ? '' : `: ${reason}`;
    log.write('debug', 'starbox::http', `Connection served by ${path === 'fast path' ? 'the fast path' : path}${why}`, {
      path,
      ...(reason === undefined ? {} : { reason }),
    });
  };
