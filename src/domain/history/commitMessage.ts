import { linkTarget, oneLine } from '../../core/text.ts';
import { referencesIn } from '../documents/assist/references.ts';

/** A part of a commit message. */
export interface MessagePart {
  readonly text: string;
  /** The number of the issue that `text` mentions, as in `#12`. */
  readonly issue: number | undefined;
}

/** The first line of a message; empty if it has none. */
export function subjectOf(message: string): string {
  return message.trimStart().split('\n', 1)[0]?.trimEnd() ?? '';
}

/** A message, cut where it mentions issues of its repository. The parts, joined, are the message. */
export function messageParts(message: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  for (const line of message.split(/(?<=\n)/)) {
    let at = 0;
    for (const { kind, name, from, to } of referencesIn(line)) {
      if (kind !== 'issue') continue;
      if (from > at) parts.push({ text: line.slice(at, from), issue: undefined });
      parts.push({ text: line.slice(from, to), issue: Number(name) });
      at = to;
    }
    if (at < line.length) parts.push({ text: line.slice(at), issue: undefined });
  }
  return parts;
}

/** `message` with a mention of an issue. The title of the issue stands for an empty message. */
export function mentioning(
  message: string,
  { number, title }: { readonly number: string; readonly title: string },
): string {
  if (messageParts(message).some(({ issue }) => issue === Number(number))) return message;
  const text = message.trim() === '' ? oneLine(title, 72) : message.trimEnd();
  return `${text} (#${number})`.trimStart();
}

/**
 * The message as Markdown with links from `#12` to `addressOf(12)`; the rest stays as it is. Undefined if it mentions no
 * issue.
 */
export function withIssueLinks(message: string, addressOf: (issue: number) => string): string | undefined {
  const parts = messageParts(message);
  if (parts.every(({ issue }) => issue === undefined)) return undefined;
  return parts
    .map(({ text, issue }) => (issue === undefined ? text : `[${text}](${linkTarget(addressOf(issue))})`))
    .join('');
}
