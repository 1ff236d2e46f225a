import { RateLimitedReport } from './rateLimitedReport.ts';

/** Logs refused requests: the first one of a kind immediately, and then their number every ten seconds, because any client can cause them. */
export class RefusalLog {
  readonly #write: (text: string) => void;
  readonly #kinds = new Map<string, { readonly report: RateLimitedReport; last: string }>();

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** `kind` is one of a few words of ours, such as the status of the answer; `text` says what was refused and why. */
  refused(kind: string, text: string): void {
    let known = this.#kinds.get(kind);
    if (!known) {
      const entry = {
        report: new RateLimitedReport((count) =>
          this.#write(count === 1 ? entry.last : `${entry.last} (and ${count - 1} more with ${kind})`),
        ),
        last: text,
      };
      known = entry;
      this.#kinds.set(kind, known);
    }
    known.last = text;
    known.report.happened();
  }
}
