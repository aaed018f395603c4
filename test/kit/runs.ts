/** How often a property is tried: as often as it is worth in every run of the tests, `npm run fuzz` multiplies it. */
export function runs(usual: number): { readonly numRuns: number } {
  return { numRuns: usual * Number(process.env.PROPERTY_FACTOR ?? 1) };
}
