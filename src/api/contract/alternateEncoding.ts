import { Failure } from '../../core/errors.ts';

type Bag = Readonly<Record<string, unknown>>;

/** One input for which the description of the API can be read in two ways. */
export interface AlternateEncoding {
  /** The inputs as the other reading has them; undefined where both are the same. */
  readonly other: (params: Bag) => Bag | undefined;
  /** Whether a result, or the Failure in its place, may come of the wrong reading. */
  readonly doubtful: (result: unknown) => boolean;
}

/** Which reading of each input works at one host. */
export type Settled = Map<AlternateEncoding, 'first' | 'other'>;

/**
 * Calls with the first reading. If the result is doubtful, calls once more with the other reading. The reading that works
 * is the only one used from then on. If neither works, the outcome of the first call is returned or thrown.
 */
export function callByEitherEncoding<Options>(
  encoding: AlternateEncoding,
  settled: Settled,
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
    const reading = settled.get(encoding);
    if (changed === undefined || reading === 'first') return await call(params, options);
    if (reading === 'other') return await call(changed, options);
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
