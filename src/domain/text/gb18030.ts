/** Undefined if a character has none. Looked up in what the decoder of the platform gives: no table stays in memory. */
export function encodeGb18030(text: string): Uint8Array<ArrayBuffer> | undefined {
  const whole: number[] = [];
  for (const character of text) {
    const bytes = encodeCharacter(character);
    if (bytes === undefined) return undefined;
    whole.push(...bytes);
  }
  return Uint8Array.from(whole);
}

/** Number of the sequence of four bytes for U+10000. */
const firstAstral = 189_000;
/** Numbers of sequences of two bytes, and of those of four bytes for characters up to U+FFFF. */
const sequences = { two: 126 * 190, four: 39_420 };

type Sequence = (number: number) => readonly number[];

const twoBytes: Sequence = (number) => {
  const second = 0x40 + (number % 190);
  return [0x81 + Math.floor(number / 190), second < 0x7f ? second : second + 1];
};

const fourBytes: Sequence = (number) => [
  0x81 + Math.floor(number / 12_600),
  0x30 + (Math.floor(number / 1_260) % 10),
  0x81 + (Math.floor(number / 10) % 126),
  0x30 + (number % 10),
];

function encodeCharacter(character: string): readonly number[] | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return [code];
  if (code > 0xffff) return fourBytes(code - 0x10000 + firstAstral);
  if (!character.isWellFormed() || character === '\ufffd') return undefined;
  return search(character, sequences.two, twoBytes) ?? search(character, sequences.four, fourBytes);
}

/** The first of `count` sequences that decodes to `character`. */
function search(character: string, count: number, sequence: Sequence): readonly number[] | undefined {
  const { length } = sequence(0);
  const bytes = new Uint8Array(count * (length + 1));
  // A line feed is never a part of a sequence, so it also ends a sequence that is not assigned.
  for (let number = 0; number < count; number += 1) {
    bytes.set(sequence(number), number * (length + 1));
    bytes[(number + 1) * (length + 1) - 1] = 0x0a;
  }
  const decoded = new TextDecoder('gb18030').decode(bytes);
  const at = decoded.indexOf(`${character}\n`);
  if (at < 0) return undefined;
  let number = 0;
  for (let end = decoded.indexOf('\n'); end < at && end >= 0; end = decoded.indexOf('\n', end + 1)) number += 1;
  return sequence(number);
}
