import { isBinary } from './conflict.ts';

export type TextEncoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be';

const strict = {
  utf8: new TextDecoder('utf-8', { fatal: true }),
  gb18030: new TextDecoder('gb18030', { fatal: true }),
};
const withMark = { ignoreBOM: true };
type Decoder = Pick<typeof strict.utf8, 'decode'>;
const lenient: Readonly<Record<TextEncoding, Decoder>> = {
  'utf-8': new TextDecoder('utf-8', withMark),
  gb18030: new TextDecoder('gb18030', withMark),
  'utf-16le': new TextDecoder('utf-16le', withMark),
  'utf-16be': new TextDecoder('utf-16be', withMark),
};

/**
 * The encoding of a whole file; undefined if it is binary. A byte order mark tells UTF-16. Text that is valid neither as
 * UTF-8 nor as GB18030 is read as UTF-8, as the editor does.
 */
export function encodingOf(bytes: Uint8Array): TextEncoding | undefined {
  const mark = markedEncoding(bytes);
  if (mark !== undefined) return mark;
  if (isBinary(bytes)) return undefined;
  if (isValid(strict.utf8, bytes)) return 'utf-8';
  return isValid(strict.gb18030, bytes) ? 'gb18030' : 'utf-8';
}

/** `bytes`, the beginning of a file or a whole file, as text without its byte order mark. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  const text = decodePart(bytes, encoding);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** `bytes` as text. Invalid bytes become U+FFFD. */
export function decodePart(bytes: Uint8Array, encoding: TextEncoding): string {
  return lenient[encoding].decode(bytes);
}

function markedEncoding([first, second]: Uint8Array): TextEncoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function isValid(decoder: Decoder, bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
