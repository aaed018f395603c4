import { line, names, oneOf, optional, range } from '../../api/contract/field.ts';
import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { issueFields, issueRecord, issueRow } from '../kit/issueRows.ts';
import { gather } from '../kit/output.ts';
import { inBackground, openRepository, type ToolRepository, type ToolServices } from '../kit/place.ts';
import { conversationLines } from './conversationRows.ts';
import { pageOf } from './pageRows.ts';
import { unknownNames } from './unknownNames.ts';
import { recordLines } from '../kit/fence.ts';
import { cursorFields, placeFields, readTool } from '../kit/tool.ts';

export const listIssues = readTool({
  name: 'sourcehost_list_issues',
  title: 'List Issues',
  description: 'Lists issues, the latest change first. With words, searches their texts instead.',
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
    words: 'Only with state.',
  },
  record: ['number', 'state', 'title', 'labels', 'assignee', 'milestone', 'updated'],
  async run(services, input, signal) {
    const repository = await openRepository(services, input);
    const { api, at, title } = repository;
    const { state = 'open', labels, milestone, assignee, creator } = input;
    const query = { ...at, state, labels, milestone, assignee, creator, sort: 'updated', direction: 'desc' } as const;
    const { words } = input;
    if (words !== undefined) requireAlone({ labels, milestone, assignee, creator });
    const searched = { q: words ?? '', repo: title, ...(state === 'all' ? {} : { state }) };
    const page = await pageOf(
      input.cursor,
      async (paging) =>
        words === undefined
          ? await api.issues.list({ ...query, ...paging }, inBackground(signal))
          : await api.search.issues({ ...searched, ...paging }, inBackground(signal)),
      issueRow,
      issueRecord,
    );
    const unknown = page.entries.length > 0 ? [] : await unknownNames(repository, input, inBackground(signal));
    return { summary: [`${page.entries.length} issues of ${title} (${state})`, ...unknown].join('. '), ...page };
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
  description: 'Reads an issue: fields, text and comments, oldest first.',
  fields: { ...placeFields, number: range(1), ...cursorFields },
  async run(services, input, signal) {
    const repository = await openRepository(services, input);
    const rows = issueLines(services, repository, input.number, signal);
    return { summary: `Issue #${input.number} of ${repository.title}`, ...(await gather(rows, input.cursor)) };
  },
});

export async function* issueLines(
  services: ToolServices,
  repository: ToolRepository,
  number: number,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const { api, at } = repository;
  const issue = await api.issues.get({ ...at, number: `${number}` }, inBackground(signal));
  const { user, created_at: created = '' } = issue;
  yield* recordLines({ ...issueFields(issue), author: user?.login ?? '', created }, issue);
  yield* conversationLines(services, { ...repository, kind: 'issues', number: `${number}` }, signal);
}
