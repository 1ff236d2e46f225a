import { writeJson } from '../json/writeJson.ts';
import { errors } from '../protocol/errors.ts';
import { answerText } from '../rpc/answerText.ts';
import type { Hub } from '../sandbox/hub.ts';
import { type ErrorAnswer, SandboxClosedError, SandboxError } from './errors.ts';
import { readAnswer } from './readAnswer.ts';
import type { SendRequest } from './requests.ts';

/** The way from a sandbox to its node, until it is closed. */
export class Connection {
  readonly #hub: Hub;
  #nextId = 1;
  #isClosed = false;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  readonly request: SendRequest = async (method: string, params?: unknown): Promise<never> => {
    const id = this.#nextId++;
    const text = await this.answer(writeJson({ jsonrpc: '2.0', id, method, params }));
    const answer = readAnswer(text) as unknown as { error?: ErrorAnswer; result?: never };
    if (answer.error) {
      // What an unfinished request fails with after the end is of no use to anybody.
      if (this.#isClosed && answer.error.code === errors.internalError.code) throw closedDuring(method);
      throw new SandboxError(method, answer.error, { params });
    }
    return answer.result as never;
  };

  /** The text of the answer to the text of a request. */
  answer(text: string): Promise<string> {
    return this.#isClosed ? Promise.reject(new SandboxClosedError()) : answerText(text, this.#hub.dispatcher);
  }

  /** The bytes of a state file of the chain. */
  saveState(): Promise<Uint8Array> {
    return this.#hub.saveState();
  }

  /** Throws if the sandbox is closed. */
  checkOpen(): void {
    if (this.#isClosed) throw new SandboxClosedError();
  }

  close(): void {
    this.#isClosed = true;
  }
}

const closedDuring = (method: string): SandboxClosedError =>
  new SandboxClosedError(
    `This sandbox was closed while ${method} was running. Is an \`await\` missing, before what uses the sandbox or before \`expect(…)\`?`,
  );
