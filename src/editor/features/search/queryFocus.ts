/**
 * Gives the query box the focus once for each request. The document of a web view loads while the view is shown: it may
 * listen before or after the view is visible. A second focus would select, and so replace, what the user typed since.
 */
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
