import { Failure } from '../core/errors.ts';
import { oneLine } from '../core/text.ts';
import { gitFailure, masked } from './gitFailure.ts';
import type { GitToken } from '../domain/git/gitAccess.ts';

/** The Failure of a push, from the report and the error output of git. See `GitPushes.push`. */
export function pushFailure(
  { report, errors }: { readonly report: string; readonly errors: string },
  folder: string,
  token: GitToken | undefined,
): Failure {
  const refusals = refusalsIn(report);
  // With `--atomic`, a ref that is refused has others refused with it.
  const refusal = refusals.find(({ why }) => !/atomic/i.test(why)) ?? refusals[0];
  const serverMessage = oneLine(masked(hostMessage(errors) ?? refusal?.why ?? '', token), 300);
  if (refusal === undefined) return withoutReport(errors, folder, token, serverMessage);
  if (/stale info|fetch first|non-fast-forward|already exists|remote ref updated since/.test(refusal.why))
    return new Failure('conflict', 'the ref moved before the push', { reason: 'branchMoved', sent: false });
  // After a cut connection, curl may send the push again: then this push itself moved the ref.
  if (
    /failed to update ref|cannot lock ref|incorrect old value|reference (?:already|does not) exist|transaction failed/i.test(
      refusal.why,
    )
  )
    return new Failure('conflict', 'the ref moved during the push', { reason: 'branchMoved' });
  if (refusal.what === 'remote failure')
    return new Failure('unreadable', 'the host did not report the result of the push', { reason: 'unconfirmed' });
  return new Failure('forbidden', `push refused: ${refusal.why}`, {
    serverMessage,
    sent: false,
    reason: 'pushRefused',
  });
}

/** The push ended before the host reported the result of each ref. */
function withoutReport(errors: string, folder: string, token: GitToken | undefined, serverMessage: string): Failure {
  const failure = gitFailure(errors, folder, token);
  if (failure.reason === 'gitDenied')
    return new Failure('forbidden', failure.message, {
      reason: 'pushDenied',
      sent: false,
      ...(hostMessage(errors) === undefined ? {} : { serverMessage }),
    });
  // Git writes `RPC failed` once the pack is being sent; before, it only reads the refs.
  const isSent = /RPC failed|send-pack|sideband|unpack|hung up/i.test(errors);
  return isSent ? failure : failure.with({ sent: false });
}

function hostMessage(errors: string): string | undefined {
  const lines = [...errors.matchAll(/^remote: ?(.*)$/gm)].map(([, line = '']) => line.trim());
  const text = lines.filter((line) => line !== '' && !/^\w[\w ]*: +\d+% /.test(line)).join(' ');
  return text === '' ? undefined : text;
}

/** The lines of `git push --porcelain` for refs that were not updated: `!` TAB refs TAB `[what] (why)`. */
function refusalsIn(report: string): { readonly what: string; readonly why: string }[] {
  return report.split('\n').flatMap((line) => {
    const [flag, , summary = ''] = line.split('\t');
    const end = summary.indexOf(']');
    if (flag !== '!' || !summary.startsWith('[') || end < 0) return [];
    return [{ what: summary.slice(1, end), why: summary.slice(end + 1).trim() }];
  });
}
