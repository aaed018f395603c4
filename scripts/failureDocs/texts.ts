/** The `l10n` of the editor, for use without the editor. */
class Texts {
  /** The bundle of a language, by English text; empty: English. */
  bundle: Readonly<Record<string, string>> = {};

  t(text: string, ...values: readonly (string | number)[]): string {
    return (this.bundle[text] ?? text).replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)]));
  }
}

export const l10n = new Texts();
