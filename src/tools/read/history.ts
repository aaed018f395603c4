import { optional } from '../../api/contract/field.ts';
import { resolvable } from '../../core/async.ts';
import { commitList, openCommits, type CommitPage, type CommitPages } from '../../domain/history/commitList.ts';
import type { NewestCommits } from '../../domain/git/gitHistory.ts';
import { subjectOf } from '../../domain/history/commitMessage.ts';
import { parseCursor } from '../kit/output.ts';
import { quotedName } from '../kit/fence.ts';
import { inBackground, openFiles } from '../kit/place.ts';
import { cursorFields, folderPath, readTool, refFields } from '../kit/tool.ts';

const commitsPerCall = 50;

export const history = readTool({
  name: 'sourcehost_history',
  title: 'History',
  description: 'Lists the commits of a ref, or those that changed a file or folder, newest first.',
  fields: { ...refFields, path: optional(folderPath), ...cursorFields },
  record: ['sha', 'date', 'author', 'subject'],
  async run(services, input, signal) {
    const { path = '' } = input;
    const cursor = parseCursor(input.cursor);
    const { remote, name: repository, title } = await openFiles(services, input, signal);
    const listOf = (tip: string): CommitPages => commitList(services.history(repository), tip, path);
    const { commit } = cursor;
    const list = commit === undefined ? await openCommits(listOf, remote, inBackground(signal)) : listOf(commit);
    if (list === undefined) return { summary: `${title} has no commits`, entries: [], records: [] };
    const of = path === '' ? title : `${quotedName(path)} of ${title}`;
    const { commits, hasMore } = await readPage(list, cursor.index, signal);
    const records = commits.map(({ sha, authoredDate: date, authorName: author, message }) => ({
      sha,
      date,
      author,
      subject: subjectOf(message),
    }));
    const entries = records.map(({ sha, date, author, subject }) => `${sha} ${date} ${author}: ${subject}`);
    const next = hasMore ? cursor.index + entries.length : undefined;
    const hint = entries.length === 0 && path !== '' ? '; sourcehost_list_folder with query finds the path' : '';
    return { summary: `${entries.length} commits of ${of}${hint}`, entries, records, next, commit: list.tip };
  },
});

/** The first page does not wait for the rest of a history: it ends as soon as the newest commits fill it. */
async function readPage(list: CommitPages, skip: number, signal: AbortSignal): Promise<CommitPage> {
  const { promise: newest, resolve } = resolvable<CommitPage>();
  const onNewest = ({ commits }: NewestCommits): void => {
    if (commits.length > commitsPerCall) resolve({ commits: commits.slice(0, commitsPerCall), hasMore: true });
  };
  const whole = list.page(skip, commitsPerCall, skip === 0 ? { signal, onNewest } : { signal });
  return await Promise.race([whole, newest]);
}
