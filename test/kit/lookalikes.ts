/** Letters of other scripts that look like those of ASCII. */
const letters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Cyrillic: { a: 'а', c: 'с', e: 'е', i: 'і', j: 'ј', o: 'о', p: 'р', s: 'ѕ', x: 'х', y: 'у', '|': 'ӏ' },
  Greek: { a: 'α', e: 'ε', i: 'ι', n: 'η', o: 'ο', p: 'ρ', t: 'τ', u: 'υ', v: 'ν', '|': 'Ι' },
};

const shifted = (text: string, codeFor: (code: number) => number | undefined): string =>
  Array.from(text, (sign) => String.fromCodePoint(codeFor(sign.charCodeAt(0)) ?? sign.codePointAt(0) ?? 0)).join('');

/** `text` in four scripts that look like ASCII: full width, mathematical, Cyrillic and Greek. */
export function lookalikes(text: string): readonly string[] {
  const wide = shifted(text, (code) => (code > 0x20 && code < 0x7f ? code + 0xfee0 : undefined));
  const bold = shifted(text, (code) => {
    if (code >= 0x61 && code <= 0x7a) return code - 0x61 + 0x1d41a;
    if (code >= 0x41 && code <= 0x5a) return code - 0x41 + 0x1d400;
    return code >= 0x30 && code <= 0x39 ? code - 0x30 + 0x1d7ce : undefined;
  });
  const replaced = Object.values(letters).map((script) => Array.from(text, (sign) => script[sign] ?? sign).join(''));
  return [wide, bold, ...replaced];
}
