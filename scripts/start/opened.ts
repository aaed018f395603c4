/** An opened editor. */
export interface Opened {
  /** Its address, or its description. */
  readonly where: string;
  /** Resolves with a description when the editor has ended. */
  readonly ended: Promise<string>;
  readonly stop: () => Promise<void>;
}
