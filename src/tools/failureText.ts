import type { Failure } from '../core/errors.ts';
import { fenced, fenceNote } from './kit/fence.ts';

/** A failure as the result of a tool. Its message can have text of the service, so it is fenced. */
export function toolFailureText({ kind, field, message }: Failure): string {
  const input = field === undefined ? '' : `, input ${field}`;
  return [`The tool failed (${kind}${input}).`, fenceNote, fenced(message)].join('\n');
}
