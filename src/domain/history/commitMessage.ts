import { hiddenInText } from '../../core/hidden.ts';
import { linkTarget, oneLine } from '../../core/text.ts';
import { referencesIn } from '../documents/assist/references.ts';

export interface NumberedReference {
  readonly kind: 'issue' | 'pullRequest';
  readonly number: string;
}

export interface MessagePart {
  readonly text: string;
  /** What `text` mentions, as in `#12` or `!45`. */
  readonly reference: NumberedReference | undefined;
}

export function subjectOf(message: string): string {
  return message.trimStart().split('\n', 1)[0]?.trimEnd() ?? '';
}

/** The whole message, with a space for each hidden character. Lines and tabs stay. */
export function visibleMessage(message: string): string {
  return message.replaceAll(hiddenInText, ' ').trim();
}

/** A message, cut where it mentions issues and pull requests of its repository. The parts, joined, are the message. */
export function messageParts(message: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  for (const line of message.split(/(?<=\n)/)) {
    let at = 0;
    for (const { kind, name, from, to } of referencesIn(line)) {
      if (kind === 'person') continue;
      if (from > at) parts.push({ text: line.slice(at, from), reference: undefined });
      parts.push({ text: line.slice(from, to), reference: { kind, number: String(Number(name)) } });
      at = to;
    }
    if (at < line.length) parts.push({ text: line.slice(at), reference: undefined });
  }
  return parts;
}

/** The issues and pull requests that a message mentions, each once. */
export function mentionedIn(message: string): readonly NumberedReference[] {
  const references = messageParts(message).flatMap(({ reference }) => reference ?? []);
  return [...new Map(references.map((one) => [`${one.kind} ${one.number}`, one])).values()];
}

/** `message` with a mention of an issue. If the message is empty, the title of the issue is used. */
export function mentioning(
  message: string,
  { number, title }: { readonly number: string; readonly title: string },
): string {
  const isIssue = ({ reference }: MessagePart): boolean => reference?.kind === 'issue' && reference.number === number;
  if (messageParts(message).some(isIssue)) return message;
  const text = message.trim() === '' ? oneLine(title, 72) : message.trimEnd();
  return `${text} (#${number})`.trimStart();
}

/** As Markdown, with links from `#12` and `!45` to their addresses. Undefined if the message mentions neither. */
export function withReferenceLinks(
  message: string,
  addressOf: (reference: NumberedReference) => string,
): string | undefined {
  const parts = messageParts(message);
  if (parts.every(({ reference }) => reference === undefined)) return undefined;
  return parts
    .map(({ text, reference }) => (reference === undefined ? text : `[${text}](${linkTarget(addressOf(reference))})`))
    .join('');
}
