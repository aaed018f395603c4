/** An editor that was opened for a person. */
export interface Opened {
  /** Its address, or what it is. */
  readonly where: string;
  /** Resolves with words when it has ended by itself. */
  readonly ended: Promise<string>;
  readonly stop: () => Promise<void>;
}
