/** Text from a service as a label: what would become an icon stays text. */
export function plainLabel(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}
