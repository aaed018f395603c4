import type { Issue } from '../../../api/record/issue.ts';
import { unlessFailed } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text.ts';
import type { RecordScope } from '../kinds/kind.ts';

/** Issues that are read for notes. If more were closed between two releases, the notes have the newest of them. */
const most = 1_000;

/** All closed issues if there is no release. Two requests, and one more for each 100 issues. */
export async function closedSinceRelease({ api, repository: { owner, repo } }: RecordScope): Promise<readonly Issue[]> {
  const latest = await unlessFailed(api.releases.latest({ owner, repo }), 'missing');
  const since = Date.parse(latest?.created_at ?? '1970-01-01T00:00:00Z');
  const closed: Issue[] = [];
  let seen = 0;
  const newest = { owner, repo, state: 'closed', sort: 'updated', direction: 'desc' } as const;
  for await (const issue of api.issues.list.all(newest)) {
    // Closing an issue updates it, so all further issues are older.
    if (Date.parse(issue.updated_at ?? '') < since || (seen += 1) > most) break;
    const finished = Date.parse(issue.finished_at ?? issue.updated_at ?? '');
    if (issue.state === 'closed' && (Number.isNaN(finished) || finished > since)) closed.push(issue);
  }
  return closed;
}

/** Release notes: a heading for every label, the most frequent first, and below it the issues that have it. */
export function draftNotes(issues: readonly Issue[], otherHeading: string): string {
  const groups = new Map<string, Issue[]>();
  for (const issue of issues) {
    // Each issue appears once, below the first of its labels.
    const label = issue.labels[0]?.name ?? '';
    groups.set(label, [...(groups.get(label) ?? []), issue]);
  }
  const byNumber = (one: Issue, other: Issue): number => Number(one.number) - Number(other.number);
  return [...groups]
    .sort(([one, some], [other, others]) => Number(one === '') - Number(other === '') || others.length - some.length)
    .map(([label, some]) => {
      const rows = some
        .sort(byNumber)
        .map(({ title, number }) => `- ${escaped(oneLine(title ?? '', 500))} (#${number})`);
      return [`## ${label === '' ? otherHeading : escaped(oneLine(label, 100))}`, '', ...rows, ''].join('\n');
    })
    .join('\n');
}

const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>#@]/g, '\\$&');
