/** Times are milliseconds. */
export interface NetworkLimits {
  /** Simultaneous connections to an origin. */
  readonly connections: number;
  readonly connect: number;
  /** From the end of the request to the headers of the response. */
  readonly headers: number;
  /** Without a byte in either direction. */
  readonly stall: number;
  /** Lifetime of an idle connection. */
  readonly idle: number;
}

export const usualLimits: NetworkLimits = {
  connections: 8,
  connect: 10_000,
  headers: 30_000,
  stall: 60_000,
  idle: 30_000,
};

/** The usual limits, with shorter time-outs for tests: `timeout` in milliseconds; undefined: the usual ones. */
export function limitsFor(timeout: string | undefined): NetworkLimits {
  const milliseconds = Number(timeout);
  return milliseconds > 0 ? { ...usualLimits, headers: milliseconds, stall: milliseconds } : usualLimits;
}
