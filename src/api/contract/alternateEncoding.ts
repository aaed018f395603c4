import { Failure } from '../../core/errors.ts';

type Bag = Readonly<Record<string, unknown>>;

/** An input whose encoding is ambiguous in the description of the API. */
export interface AlternateEncoding {
  /** The parameters in the other encoding; undefined if both encodings are equal. */
  readonly other: (params: Bag) => Bag | undefined;
  /** Whether the wrong encoding can be the cause of this result or Failure. */
  readonly doubtful: (result: unknown) => boolean;
}

/** The encoding that works at one host, for each ambiguous input. */
export type EncodingChoices = Map<AlternateEncoding, 'first' | 'other'>;

/** Calls with the first encoding, after a doubtful result with the other, and later only with the one that worked. */
export function callByEitherEncoding<Options>(
  encoding: AlternateEncoding,
  settled: EncodingChoices,
  call: (params: Bag, options?: Options) => Promise<unknown>,
): (params: Bag, options?: Options) => Promise<unknown> {
  const outcomeOf = (params: Bag, options?: Options): Promise<unknown> =>
    call(params, options).catch((error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    });
  const valueOf = (outcome: unknown): unknown => {
    if (outcome instanceof Failure) throw outcome;
    return outcome;
  };
  return async (params, options) => {
    const changed = encoding.other(params);
    const encodingInUse = settled.get(encoding);
    if (changed === undefined || encodingInUse === 'first') return await call(params, options);
    if (encodingInUse === 'other') return await call(changed, options);
    const first = await outcomeOf(params, options);
    if (!encoding.doubtful(first)) {
      if (!(first instanceof Failure)) settled.set(encoding, 'first');
      return valueOf(first);
    }
    const second = await outcomeOf(changed, options);
    if (second instanceof Failure || encoding.doubtful(second)) return valueOf(first);
    settled.set(encoding, 'other');
    return second;
  };
}
