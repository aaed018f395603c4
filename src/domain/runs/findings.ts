import type { Validation } from '../../api/record/run.ts';

/** What the host finds in a workflow file. Lines and columns count from 0. */
export interface Finding {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

/** The findings at their places in `text`. The host does not tell whether its lines count from 0 or from 1. */
export function findingsOf({ diagnostics }: Validation, text: string): readonly Finding[] {
  const lines = text.split('\n');
  const first = diagnostics.some((one) => countsFromOne(one, lines)) ? 1 : 0;
  return diagnostics.map(({ range, severity, message = '' }) => {
    const place = (given: { readonly line?: number | undefined; readonly column?: number | undefined } | undefined) => {
      const line = Math.min(lines.length - 1, Math.max(0, (given?.line ?? 0) - first));
      return { line, column: Math.max(0, given?.column ?? 0) };
    };
    const start = place(range?.start);
    const end = place(range?.end ?? range?.start);
    const isOrdered = end.line > start.line || (end.line === start.line && end.column > start.column);
    const whole = { line: start.line, column: lines[start.line]?.length ?? 0 };
    return { start, end: isOrdered ? end : whole, severity: severityOf(severity), message };
  });
}

/** A line beyond the file, or a key of the message that stands one line before, tells that the first line is 1. */
function countsFromOne({ range, message = '' }: Validation['diagnostics'][number], lines: readonly string[]): boolean {
  const line = range?.start?.line ?? 0;
  if (line === 0) return false;
  if (line >= lines.length) return true;
  const keys = message.slice(0, 500).match(/[A-Za-z][\w-]*/g) ?? [];
  const names = (at: number): boolean => {
    const text = (lines[at] ?? '').replace(/^[\s-]*/, '');
    return keys.some((key) => text.startsWith(`${key}:`));
  };
  return !names(line) && names(line - 1);
}

function severityOf(severity: string | undefined): Finding['severity'] {
  const word = (severity ?? '').toLowerCase();
  return word.startsWith('warn') ? 'warning' : word.startsWith('info') || word === 'hint' ? 'info' : 'error';
}
