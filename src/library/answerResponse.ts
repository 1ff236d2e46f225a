const INIT = { headers: { 'content-type': 'application/json' } };

/** Without the types of a Response, whose members TypeScript takes for fields that nothing may override. */
type ResponseBase = new (body: null, init: ResponseInit) => object;

/**
 * A response of `box.fetch`. Its text is there already, so `json` and `text` read it directly. A usual Response makes a stream of its
 * body, which takes an eighth of the processor time of a transfer; it is made only when something else of the body is asked for.
 */
function makeClass() {
  return class AnswerResponse extends (Response as unknown as ResponseBase) {
    readonly #text: string;
    #isRead = false;
    #usual: Response | undefined;

    constructor(text: string) {
      super(null, INIT);
      this.#text = text;
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

    /** The same with a stream as its body. */
    #whole(): Response {
      this.#checkUnread();
      this.#usual ??= new Response(this.#text, INIT);
      return this.#usual;
    }

    #checkUnread(): void {
      if (this.#isRead) throw new TypeError('The body of this response was read before. Use clone() to read it twice.');
    }
  };
}

let responseClass: ReturnType<typeof makeClass> | undefined;

/** The response with this JSON. The class is made with the first one, because some environments of tests have no Response. */
export function answerResponse(text: string): Response {
  responseClass ??= makeClass();
  return new responseClass(text) as unknown as Response;
}
