/** Times are milliseconds. */
export interface NetworkLimits {
  readonly connections: number;
  readonly connect: number;
  readonly idle: number;
}

export const usualLimits: NetworkLimits = { connections: 8, connect: 10_000, idle: 30_000 };
