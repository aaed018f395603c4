/** Ranges of the characters of East Asian scripts and of emoji: an editor shows them two columns wide. */
const wide = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
] as const;

/** The start of `text` that fits into `columns`. A text that is cut ends with `…`. */
export function cutToColumns(text: string, columns: number): string {
  let width = 0;
  let taken = '';
  let withRoom = '';
  for (const character of text) {
    width += columnsOf(character);
    if (width > columns) return `${withRoom}…`;
    taken += character;
    // One column stays for `…`.
    if (width < columns) withRoom = taken;
  }
  return taken;
}

function columnsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return wide.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}
