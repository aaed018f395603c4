import type { Failure } from '../core/errors.ts';
import { fenced, fenceNote } from './kit/fence.ts';

/** Characters of a message; it can quote an input. */
const longestMessage = 1_000;

/** A failure as the result of a tool. Its message can have text of the service, so it is fenced. */
export function toolFailureText({ kind, field, message }: Failure): string {
  const input = field === undefined ? '' : `, input ${field}`;
  return [`The tool failed (${kind}${input}).`, fenceNote, fenced(cut(message))].join('\n');
}

const cut = (message: string): string =>
  message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
