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
  const characters: string[] = [];
  const styles: string[] = [];
  let [at, style, from] = [0, '', 0];
  const put = (text: string): void => {
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charAt(index);
      if (character === '\r') at = 0;
      else {
        characters[at] = character;
        styles[at] = style;
        at += 1;
      }
    }
  };
  for (const match of plain.matchAll(sequence)) {
    put(plain.slice(from, match.index));
    from = match.index + match[0].length;
    const [, parameters = '', command] = match;
    if (command === 'm') style = nextStyle(style, parameters);
    else if (command === 'K' && parameters !== '1')
      characters.length = styles.length = parameters === '2' ? at : Math.min(at, characters.length);
  }
  put(plain.slice(from));
  return { text: characters.join(''), parts: partsOf(styles) };
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

function partsOf(styles: readonly (string | undefined)[]): readonly StyledPart[] {
  const parts: StyledPart[] = [];
  let start = 0;
  for (let end = 1; end <= styles.length; end += 1) {
    if (styles[end] === styles[start] && end < styles.length) continue;
    const style = styles[start] ?? '';
    if (style !== '') parts.push({ start, end, style });
    start = end;
  }
  return parts;
}
