import { Failure } from '../../core/errors.ts';

type Bag = Readonly<Record<string, unknown>>;

/** One input that the description can be read in two ways about. */
export interface AlternateEncoding {
  /** The inputs as the other reading has them; undefined where both are the same. */
  readonly other: (params: Bag) => Bag | undefined;
  /** Whether a result, or the Failure in its place, may come of the wrong reading. */
  readonly doubtful: (result: unknown) => boolean;
}

/** Which way each input turned out to be meant at one host. */
export type Settled = Map<AlternateEncoding, 'first' | 'other'>;

/**
 * Calls as the description says first and, where what comes back is doubtful, once more the other way. Once either way
 * brought something, only that one is used. Where neither does, the first has the word.
 */
export function callByEitherEncoding<Options>(
  ways: AlternateEncoding,
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
    const changed = ways.other(params);
    const way = settled.get(ways);
    if (changed === undefined || way === 'first') return await call(params, options);
    if (way === 'other') return await call(changed, options);
    const first = await outcomeOf(params, options);
    if (!ways.doubtful(first)) {
      if (!(first instanceof Failure)) settled.set(ways, 'first');
      return valueOf(first);
    }
    const second = await outcomeOf(changed, options);
    if (second instanceof Failure || ways.doubtful(second)) return valueOf(first);
    settled.set(ways, 'other');
    return second;
  };
}
