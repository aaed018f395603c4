import type { IssueComment } from '../../api/record/issue.ts';
import { line, names, oneOf, optional, range } from '../../api/contract/field.ts';
import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { oneLine } from '../../core/text.ts';
import type { RequestOptions } from '../../domain/hosts/source.ts';
import { parseCursor } from '../kit/cursor.ts';
import { cursorFields, placeFields } from '../kit/inputs.ts';
import { issueFields, issueRow } from '../kit/issueRows.ts';
import { gather } from '../kit/output.ts';
import { openRepository, type ToolRepository } from '../kit/place.ts';
import { pageOf } from './pageRows.ts';
import { inBackground } from '../kit/services.ts';
import { indented, pageRow } from '../kit/fence.ts';
import { readTool } from '../kit/tool.ts';

export const listIssues = readTool({
  name: 'sourcehost_list_issues',
  title: 'List Issues',
  description:
    'Lists issues, the latest change first, with labels, assignee and milestone. With words, searches their texts instead.',
  fields: {
    ...placeFields,
    state: optional(oneOf('open', 'closed', 'all')),
    labels: optional(names),
    milestone: optional(line),
    assignee: optional(line),
    creator: optional(line),
    words: optional(line),
    ...cursorFields,
  },
  texts: {
    state: 'Default: open.',
    labels: 'All of them.',
    milestone: 'Its title.',
    assignee: 'A login.',
    creator: 'A login.',
    words: 'Only with state.',
  },
  async run(services, input, signal) {
    const { api, at, title } = await openRepository(services, input);
    const { state = 'open', labels, milestone, assignee, creator } = input;
    const query = { ...at, state, labels, milestone, assignee, creator, sort: 'updated', direction: 'desc' } as const;
    const { words } = input;
    if (words !== undefined) requireAlone({ labels, milestone, assignee, creator });
    const searched = { q: words ?? '', repo: title, ...(state === 'all' ? {} : { state }) };
    const page = await pageOf(
      parseCursor(input.cursor).index,
      async (paging) =>
        words === undefined
          ? await api.issues.list({ ...query, ...paging }, inBackground(signal))
          : await api.search.issues({ ...searched, ...paging }, inBackground(signal)),
      issueRow,
    );
    return { summary: `${page.entries.length} issues of ${title} (${state})`, ...page };
  },
});

/** @throws Failure `invalid`: a search takes none of these filters */
function requireAlone(filters: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(filters).find((name) => filters[name] !== undefined);
  if (given !== undefined) throw wrongValue(given, requires('alone', 'words'));
}

export const getIssue = readTool({
  name: 'sourcehost_get_issue',
  title: 'Read Issue',
  description: 'Reads an issue: its fields, its text and its comments, the oldest first.',
  fields: { ...placeFields, number: range(1), ...cursorFields },
  async run(services, input, signal) {
    const repository = await openRepository(services, input);
    const { index } = parseCursor(input.cursor);
    const rows = issueLines(repository, input.number, inBackground(signal));
    return { summary: `Issue #${input.number} of ${repository.title}`, ...(await gather(rows, index)) };
  },
});

/** The lines of an issue. The comments are requested page by page, as they are consumed. */
export async function* issueLines(
  { api, at }: ToolRepository,
  number: number,
  options: RequestOptions,
): AsyncGenerator<string, void, void> {
  const issue = await api.issues.get({ ...at, number: `${number}` }, options);
  const { user, created_at: created, body = '' } = issue;
  for (const [key, value] of Object.entries(issueFields(issue)))
    if (value !== '') yield `${key}: ${oneLine(value, Infinity)}`;
  if (user !== undefined) yield `author: ${oneLine(user.login)}`;
  if (created !== undefined) yield `created: ${oneLine(created)}`;
  yield* pageRow(issue);
  yield* indented(body);
  for await (const comment of api.issues.comments.all({ ...at, number: `${number}`, order: 'asc' }, options)) {
    yield commentHeader(comment);
    yield* indented(comment.body ?? '');
  }
}

function commentHeader({ user, created_at: created }: IssueComment): string {
  const by = oneLine(user?.login ?? 'an unknown user');
  return `--- comment of ${by}${created === undefined ? '' : `, ${oneLine(created)}`}`;
}
