const alphabet = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const padding = '='.charCodeAt(0);

/** The six bits of each Base64 character; 255 for any other character. */
const sextets = new Uint8Array(256).fill(255);
for (const [bits, code] of alphabet.entries()) sextets[code] = bits;

/** Decodes Base64 text; line breaks are allowed. Undefined if the text is not Base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const packed = text.replace(/\s+/g, '').replace(/={1,2}$/, '');
  if (packed.length % 4 === 1) return undefined;
  const codes = new TextEncoder().encode(packed);
  const bytes = new Uint8Array(Math.floor((codes.length * 3) / 4));
  let all = 0;
  // An index loop for speed: every file that is read is decoded here.
  for (let from = 0, to = 0; from < codes.length; from += 4, to += 3) {
    const [a, b] = [bitsOf(codes[from]), bitsOf(codes[from + 1])];
    const [c, d] = [bitsOf(codes[from + 2]), bitsOf(codes[from + 3])];
    all |= a | b | c | d;
    // A write beyond the end of a typed array is ignored.
    bytes[to] = (a << 2) | (b >> 4);
    bytes[to + 1] = (b << 4) | (c >> 2);
    bytes[to + 2] = (c << 6) | d;
  }
  return all > 63 ? undefined : bytes;
}

/** 0 for undefined, 255 for a character that is not Base64. */
const bitsOf = (code: number | undefined): number => (code === undefined ? 0 : (sextets[code] ?? 255));

/** Base64 on one line, with padding. */
export function toBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(padding);
  const put = (to: number, sextet: number): void => {
    codes[to] = alphabet[sextet & 63] ?? padding;
  };
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const [a = 0, b = 0, c = 0] = [bytes[from], bytes[from + 1], bytes[from + 2]];
    put(to, a >> 2);
    put(to + 1, (a << 4) | (b >> 4));
    if (from + 1 < bytes.length) put(to + 2, (b << 2) | (c >> 6));
    if (from + 2 < bytes.length) put(to + 3, c);
  }
  return new TextDecoder().decode(codes);
}
