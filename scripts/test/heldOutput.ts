/** The output of a stage. It is held until the output of the stages before it is complete. */
export class HeldOutput {
  #held: (Uint8Array | string)[] | undefined = [];

  /** Shows a part, now or when it is released. */
  readonly show = (part: Uint8Array | string): void => {
    if (this.#held === undefined) process.stdout.write(part);
    else this.#held.push(part);
  };

  /** Shows what is held, and from now on each part at once. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const part of held) process.stdout.write(part);
  }
}
