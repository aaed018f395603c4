import { flag, line, oneOf, optional, range } from '../../api/contract/field.ts';
import type { ChangedFile } from '../../api/record/commit.ts';
import { oneLine } from '../../core/text.ts';
import { isAt } from '../../domain/sourceControl/commit/commitSelection.ts';
import { gather } from '../kit/output.ts';
import { inBackground, openRepository, type ToolRepository, type ToolServices } from '../kit/place.ts';
import { conversationLines } from './conversationRows.ts';
import { pageOf } from './pageRows.ts';
import { unknownNames } from './unknownNames.ts';
import { pullRequestFields, pullRequestRecord, pullRequestRow } from '../kit/pullRequestRows.ts';
import { indented, recordLines } from '../kit/fence.ts';
import { cursorFields, folderPath, placeFields, readTool } from '../kit/tool.ts';

export const listPullRequests = readTool({
  name: 'sourcehost_list_pull_requests',
  title: 'List Pull Requests',
  description: 'Lists pull requests, newest first, and what a merge still needs.',
  fields: {
    ...placeFields,
    state: optional(oneOf('open', 'closed', 'merged', 'all')),
    author: optional(line),
    reviewer: optional(line),
    ...cursorFields,
  },
  texts: { state: 'Default: open.' },
  record: ['number', 'state', 'title', 'head', 'base', 'author', 'labels', 'missing', 'updated'],
  async run(services, input, signal) {
    const repository = await openRepository(services, input);
    const { state = 'open', author, reviewer } = input;
    const query = { state, author, reviewer, sort: 'created', direction: 'desc' } as const;
    const page = await pageOf(
      input.cursor,
      async (paging) => await services.pullRequests.list(repository, { ...query, ...paging }, inBackground(signal)),
      pullRequestRow,
      pullRequestRecord,
    );
    const people = { creator: author, assignee: reviewer };
    const unknown = page.entries.length > 0 ? [] : await unknownNames(repository, people, inBackground(signal));
    const summary = [`${page.entries.length} pull requests of ${repository.title} (${state})`, ...unknown].join('. ');
    return { summary, ...page };
  },
});

export const getPullRequest = readTool({
  name: 'sourcehost_get_pull_request',
  title: 'Read Pull Request',
  description:
    'Reads a pull request: fields, text, files and comments, oldest first. With diff: the unified diff of its files.',
  fields: { ...placeFields, number: range(1), diff: optional(flag), path: optional(folderPath), ...cursorFields },
  texts: { path: 'Only this file or folder of the diff.' },
  async run(services, input, signal) {
    const repository = await openRepository(services, input);
    const title = `Pull request !${input.number} of ${repository.title}`;
    const isDiff = input.diff === true || input.path !== undefined;
    const of = { repository, number: `${input.number}` };
    if (!isDiff) return { summary: title, ...(await gather(lines(services, of, signal), input.cursor)) };
    const files = await filesOf(services, of, signal);
    const chosen = files.filter(({ filename }) => isAt(filename, [input.path ?? '']));
    const others = chosen.length < files.length ? ` of ${files.length}` : '';
    return {
      summary: `${title}: ${chosen.length}${others} files`,
      ...(await gather(chosen.flatMap(diffOf), input.cursor)),
    };
  },
});

interface Of {
  readonly repository: ToolRepository;
  readonly number: string;
}

async function filesOf(services: ToolServices, { repository, number }: Of, signal: AbortSignal) {
  return await services.pullRequests.files(repository, number, inBackground(signal));
}

async function* lines(services: ToolServices, of: Of, signal: AbortSignal): AsyncGenerator<string, void, void> {
  const { repository, number } = of;
  const options = inBackground(signal);
  const pull = await services.pullRequests.get(repository, number, options);
  const { head, created_at: created = '' } = pull;
  yield* recordLines({ ...pullRequestFields(pull), 'head commit': head.sha ?? '', created }, pull);
  for (const file of await filesOf(services, of, signal)) yield fileRow(file);
  yield* conversationLines(services, { ...repository, kind: 'pullRequests', number }, signal);
}

function fileRow({ filename, status = 'modified', additions = 0, deletions = 0 }: ChangedFile): string {
  return `file ${oneLine(filename, Infinity)}: ${oneLine(status)}, +${additions} -${deletions}`;
}

function diffOf(file: ChangedFile): string[] {
  const { patch } = file;
  const text = patch?.diff ?? '';
  const why = patch?.too_large === true ? 'the host leaves out its diff, because it is too large' : 'no diff of text';
  const rest = file.sha === undefined ? why : `${why}; blob ${oneLine(file.sha)}`;
  const modes = [patch?.a_mode, patch?.b_mode].map((mode) => oneLine(mode ?? '0'));
  const mode = new Set(modes.filter((one) => !/^0*$/.test(one))).size > 1 ? [`  mode ${modes.join(' → ')}`] : [];
  return [fileRow(file), ...mode, ...(text === '' ? [`  ${rest}`] : indented(text.replace(/\n$/, '')))];
}
