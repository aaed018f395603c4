import { withoutEnd } from '../../core/text.ts';

/** A part of a line in another style: columns, the end excluded, and the parameters of SGR, such as `1;31`. */
export interface StyledPart {
  readonly start: number;
  readonly end: number;
  readonly style: string;
}

export interface TerminalLine {
  readonly text: string;
  readonly parts: readonly StyledPart[];
}

/** Sequences that a terminal obeys: `m` sets a style, the others are dropped, as are other control characters. */
const control = String.raw`\u001b\[([0-9;:?]*)[ -/]*([@-~])`;
const command = String.raw`\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?`;
const sequence = new RegExp(String.raw`${control}|${command}|\u001b[@-Z\\^_]?|(?![\r\t])\p{Cc}`, 'gu');
const hasSequence = /(?!\t)\p{Cc}/u;
/** A longer line is shown without styles. */
const longest = 100_000;

/** A line as a terminal shows it: after a carriage return, the following text replaces what stands there. */
export function terminalLine(line: string): TerminalLine {
  if (!hasSequence.test(line)) return { text: line, parts: [] };
  const plain = withoutEnd(line, '\r');
  if (plain.length > longest) return { text: plain.replace(sequence, '').replaceAll('\r', ' '), parts: [] };
  let pieces: Piece[] = [];
  let [at, length, style, from] = [0, 0, '', 0];
  const put = (text: string): void => {
    if (text === '') return;
    const end = at + text.length;
    if (at === length) pieces.push({ text, style });
    else pieces = [...between(pieces, 0, at), { text, style }, ...between(pieces, end, length)];
    [at, length] = [end, Math.max(length, end)];
  };
  const write = (text: string): void => {
    for (const [index, part] of text.split('\r').entries()) {
      if (index > 0) at = 0;
      put(part);
    }
  };
  for (const match of plain.matchAll(sequence)) {
    write(plain.slice(from, match.index));
    from = match.index + match[0].length;
    const [, parameters = '', command] = match;
    if (command === 'm') style = nextStyle(style, parameters);
    else if (command === 'K' && parameters !== '1') {
      pieces = between(pieces, 0, at);
      length = at;
    }
  }
  write(plain.slice(from));
  return { text: pieces.map((piece) => piece.text).join(''), parts: partsOf(pieces) };
}

interface Piece {
  readonly text: string;
  readonly style: string;
}

/** The pieces from one column to another one. */
function between(pieces: readonly Piece[], from: number, to: number): Piece[] {
  let column = 0;
  return pieces.flatMap(({ text, style }) => {
    const own = text.slice(Math.max(0, from - column), Math.max(0, to - column));
    column += text.length;
    return own === '' ? [] : [{ text: own, style }];
  });
}

/** The style after SGR `parameters`; empty: none. */
function nextStyle(style: string, parameters: string): string {
  const codes = parameters
    .replaceAll(':', ';')
    .split(';')
    .map((code) => code || '0');
  const reset = codes.lastIndexOf('0');
  // A zero within `38;5;0` or `38;2;0;0;0` is a colour.
  const isColour = codes.some((code, index) => index < reset && (code === '38' || code === '48'));
  const kept = reset >= 0 && !isColour ? codes.slice(reset + 1) : [...style.split(';').filter(Boolean), ...codes];
  return kept.length > 20 ? kept.slice(-20).join(';') : kept.join(';');
}

function partsOf(pieces: readonly Piece[]): readonly StyledPart[] {
  const parts: StyledPart[] = [];
  let start = 0;
  for (const { text, style } of pieces) {
    const end = start + text.length;
    const last = parts.at(-1);
    if (last !== undefined && last.end === start && last.style === style) parts[parts.length - 1] = { ...last, end };
    else if (style !== '') parts.push({ start, end, style });
    start = end;
  }
  return parts;
}
