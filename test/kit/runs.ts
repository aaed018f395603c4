/** How often a property is tried: as often as `npm run fuzz` says, else as it is worth in every run of the tests. */
export function runs(usual: number): { readonly numRuns: number } {
  return { numRuns: Number(process.env.PROPERTY_RUNS ?? usual) };
}
