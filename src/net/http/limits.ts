/** Times are milliseconds. */
export interface NetworkLimits {
  /** Simultaneous connections to an origin. */
  readonly connections: number;
  readonly connect: number;
  /** Lifetime of an idle connection. */
  readonly idle: number;
}

export const usualLimits: NetworkLimits = { connections: 8, connect: 10_000, idle: 30_000 };
