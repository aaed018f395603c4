import { joinBytes } from '../../core/bytes.ts';
import type { Attributes, AttributeState } from './attributeRules.ts';

const [lineFeed, carriageReturn, endOfFile, dollar] = [10, 13, 26, 36];

/**
 * The content that `git add` stores for a file (`convert.c`): line ends as `text`, `eol` and `crlf` say, `$Id$` without its
 * value. `indexed`: the file of the branch; `text=auto` keeps the ends of a file that is stored with CRLF. Content in
 * another encoding (`working-tree-encoding`) is edited as git stores it. The same `bytes` if nothing changes.
 */
export async function storedText(
  bytes: Uint8Array<ArrayBuffer>,
  attributes: Attributes,
  indexed: () => Promise<Uint8Array | undefined>,
): Promise<Uint8Array<ArrayBuffer>> {
  const text = await withStoredEnds(bytes, attributes, indexed);
  return attributes.get('ident') === true ? withoutIds(text) : text;
}

/** Whether `attributes` can change content, so that it must be read. */
export const changesText = (attributes: Attributes): boolean =>
  conversionOf(attributes) !== 'none' || attributes.get('ident') === true;

/** `text`: each CRLF becomes LF. `auto`: in text only. */
function conversionOf(attributes: Attributes): 'none' | 'text' | 'auto' {
  const chosen = readTextState(attributes.get('text')) ?? readTextState(attributes.get('crlf'));
  if (chosen !== undefined) return chosen;
  const eol = attributes.get('eol');
  return eol === 'lf' || eol === 'crlf' ? 'text' : 'none';
}

function readTextState(state: AttributeState): 'none' | 'text' | 'auto' | undefined {
  if (state === false) return 'none';
  if (state === true || state === 'input') return 'text';
  return state === 'auto' ? 'auto' : undefined;
}

async function withStoredEnds(
  bytes: Uint8Array<ArrayBuffer>,
  attributes: Attributes,
  indexed: () => Promise<Uint8Array | undefined>,
): Promise<Uint8Array<ArrayBuffer>> {
  const conversion = conversionOf(attributes);
  if (conversion === 'none' || !hasCrlf(bytes)) return bytes;
  if (conversion === 'auto') {
    if (isBinary(bytes)) return bytes;
    const there = await indexed();
    if (there !== undefined && hasCrlf(there) && !isBinary(there)) return bytes;
  }
  return bytes.filter((byte, at) => byte !== carriageReturn || bytes[at + 1] !== lineFeed);
}

function hasCrlf(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(carriageReturn); at !== -1; at = bytes.indexOf(carriageReturn, at + 1))
    if (bytes[at + 1] === lineFeed) return true;
  return false;
}

const printedControls = new Set([8, 9, 12, 27]);

/** As git guesses for `text=auto`: a NUL, a CR without LF, or more than one of 128 characters is a control character. */
function isBinary(bytes: Uint8Array): boolean {
  let [printable, others] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0 || (byte === carriageReturn && bytes[at + 1] !== lineFeed)) return true;
    if (byte === carriageReturn || byte === lineFeed) continue;
    if (byte === 127 || (byte < 32 && !printedControls.has(byte))) others += 1;
    else printable += 1;
  }
  if (bytes.at(-1) === endOfFile) others -= 1;
  return Math.floor(printable / 128) < others;
}

/** `$Id: value $` becomes `$Id$`. A value within one line only. */
function withoutIds(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const kept: Uint8Array[] = [];
  let [from, at] = [0, bytes.indexOf(dollar)];
  while (at !== -1) {
    const isId = bytes[at + 1] === 73 && bytes[at + 2] === 100 && bytes[at + 3] === 58;
    const end = isId ? bytes.indexOf(dollar, at + 4) : -1;
    if (isId && end === -1) break;
    if (isId && !bytes.subarray(at + 4, end).includes(lineFeed)) {
      kept.push(bytes.subarray(from, at + 3));
      from = end;
      at = bytes.indexOf(dollar, end + 1);
    } else at = bytes.indexOf(dollar, at + 1);
  }
  return kept.length === 0 ? bytes : joinBytes([...kept, bytes.subarray(from)]);
}
