const INIT = { headers: { 'content-type': 'application/json' } };

/**
 * A response of `box.fetch`. Its text is there already, so `json` and `text` read it directly. A usual Response with its headers and the
 * stream of its body takes an eighth of the processor time of a transfer, so it is made only when something else of it is asked for.
 */
class AnswerResponse {
  readonly #text: string;
  #isRead = false;
  #usual: Response | undefined;
  #headers: Headers | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get ok(): boolean {
    return true;
  }

  get status(): number {
    return 200;
  }

  get statusText(): string {
    return '';
  }

  get type(): string {
    return 'default';
  }

  get url(): string {
    return '';
  }

  get redirected(): boolean {
    return false;
  }

  get headers(): Headers {
    this.#headers ??= new Headers(INIT.headers);
    return this.#headers;
  }

  async text(): Promise<string> {
    return this.#usual ? this.#usual.text() : this.#read();
  }

  async json(): Promise<unknown> {
    return this.#usual ? this.#usual.json() : JSON.parse(this.#read());
  }

  get body() {
    // Printing a response asks for its body, also after it was read.
    return this.#isRead ? null : this.#whole().body;
  }

  get bodyUsed(): boolean {
    return this.#isRead || (this.#usual?.bodyUsed ?? false);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole().arrayBuffer();
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#whole().arrayBuffer());
  }

  async blob() {
    return this.#whole().blob();
  }

  async formData() {
    return this.#whole().formData();
  }

  clone(): Response {
    return this.#whole().clone();
  }

  #read(): string {
    this.#checkUnread();
    this.#isRead = true;
    return this.#text;
  }

  /** The usual Response with the same text. */
  #whole(): Response {
    this.#checkUnread();
    this.#usual ??= new Response(this.#text, INIT);
    return this.#usual;
  }

  #checkUnread(): void {
    if (this.#isRead) throw new TypeError('The body of this response was read before. Use clone() to read it twice.');
  }
}

let isResponse = false;

/** The response with this JSON. It is an instance of Response, which some environments of tests do not have. */
export function answerResponse(text: string): Response {
  if (!isResponse && typeof Response === 'function') {
    Object.setPrototypeOf(AnswerResponse.prototype, Response.prototype);
    isResponse = true;
  }
  return new AnswerResponse(text) as unknown as Response;
}
