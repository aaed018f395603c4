import { filledText, line, oneOf, optional, range } from '../../api/contract/field.ts';
import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { isElsewhere, type CommentTarget } from '../../domain/conversation/comments.ts';
import { inBackground, openForChange, type ToolRepository, type ToolServices } from '../kit/place.ts';
import { added, filePath, placeFields, remoteTool } from '../kit/tool.ts';
import { issueNamedBy } from './issues.ts';

export const comment = remoteTool({
  name: 'sourcehost_comment',
  title: 'Comment',
  description: 'Comments on an issue or a pull request, on a line of it, or in a discussion of it.',
  fields: {
    ...placeFields,
    on: oneOf('issue', 'pull_request'),
    number: range(1),
    body: filledText,
    path: optional(filePath),
    line: optional(range(1)),
    discussion: optional(line),
  },
  texts: {
    path: 'Of the pull request, with line.',
    line: 'Of the new file.',
    discussion: 'Replies there.',
  },
  async preview(services, { on, number: numberInput, body, path, line: position, discussion, ...input }, signal) {
    const place = placeOf({ on, path, line: position, discussion });
    const repository = await openForChange(services, input);
    const number = `${numberInput}`;
    if (place !== undefined) await demandFile(services, repository, { number, path: place.path }, signal);
    const title = await titleOf(services, repository, { on, number }, signal);
    const of = { ...repository, kind: on === 'issue' ? 'issues' : 'pullRequests', number } as const;
    if (discussion !== undefined) await services.comments.requireDiscussion(of, discussion, inBackground(signal));
    const what = on === 'issue' ? `#${number}` : `!${number}`;
    const fields = [
      ...added('commentOn', title === '' ? what : `${what} ${title}`),
      ...added('line', place === undefined ? undefined : `${place.path}:${place.line}`),
      ...added('discussion', discussion),
      ...added('text', body),
    ];
    return {
      repository: repository.name,
      fields,
      diffs: [],
      async send(sending) {
        const options = { signal: sending, again: true };
        const { comments } = services;
        const written =
          discussion === undefined
            ? await comments.add(of, { body, at: place }, options)
            : await comments.reply(of, { body, discussion }, options);
        const isLost = written !== undefined && discussion === undefined && isElsewhere(written, place);
        const note = isLost ? '. The host put it elsewhere' : '';
        const kind = on === 'issue' ? ('issue' as const) : ('pullRequest' as const);
        return {
          summary: `A comment on ${what} of ${repository.title} is written${note}`,
          entries: [],
          changes: [{ kind, id: number, title }],
        };
      },
    };
  },
});

interface Where {
  readonly on: 'issue' | 'pull_request';
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly discussion: string | undefined;
}

/** @throws Failure `invalid` if the inputs name no place, or two */
function placeOf({ on, path, line: at, discussion }: Where): CommentTarget | undefined {
  if (on === 'issue' && path !== undefined) throw wrongValue('path', requires('alone', 'on: issue'));
  if (on === 'issue' && discussion !== undefined) throw wrongValue('discussion', requires('alone', 'on: issue'));
  if (discussion !== undefined && path !== undefined) throw wrongValue('discussion', requires('alone', 'path'));
  if (path === undefined && at === undefined) return undefined;
  if (path === undefined || at === undefined) throw wrongValue(path === undefined ? 'path' : 'line', requires('given'));
  return { path, line: at };
}

async function titleOf(
  { pullRequests }: ToolServices,
  repository: ToolRepository,
  { on, number }: { readonly on: Where['on']; readonly number: string },
  signal: AbortSignal,
): Promise<string> {
  const record =
    on === 'issue'
      ? await issueNamedBy('number', repository, number, signal)
      : await pullRequests.get(repository, number, inBackground(signal));
  return record.title ?? '';
}

/** Files of a pull request that a refusal names. */
const mostNamed = 20;

/** @throws Failure `invalid` if the pull request does not change the file */
async function demandFile(
  { pullRequests }: ToolServices,
  repository: ToolRepository,
  { number, path }: { readonly number: string; readonly path: string },
  signal: AbortSignal,
): Promise<void> {
  const files = await pullRequests.files(repository, number, inBackground(signal));
  const names = files.map(({ filename }) => filename);
  if (!names.includes(path)) throw wrongValue('path', requires('oneOf', names.slice(0, mostNamed).join(', ')));
}
