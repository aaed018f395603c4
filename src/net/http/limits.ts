/** Times are milliseconds. */
export interface NetworkLimits {
  /** Connections to an origin at a time. */
  readonly connections: number;
  readonly connect: number;
  /** From the sent request to the answer's headers. */
  readonly headers: number;
  /** Without a byte in either direction. */
  readonly stall: number;
  /** How long an idle connection is kept for the next request. */
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
