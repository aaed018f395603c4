/** Number of runs of a property in `npm test`; `npm run fuzz` multiplies it. */
export function runs(usual: number): { readonly numRuns: number } {
  return { numRuns: usual * Number(process.env.PROPERTY_FACTOR ?? 1) };
}
