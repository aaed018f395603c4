/** Focuses once for each request: a document may listen later, and a second focus would select what was typed. */
export class QueryFocus {
  readonly #give: () => void;
  #isRequested = false;
  #isReady = false;

  constructor(give: () => void) {
    this.#give = give;
  }

  request(): void {
    this.#isRequested = true;
  }

  setReady(isReady: boolean): void {
    this.#isReady = isReady;
    this.giveIfReady();
  }

  giveIfReady(): void {
    if (!this.#isRequested || !this.#isReady) return;
    this.#isRequested = false;
    this.#give();
  }
}
