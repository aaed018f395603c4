import { filledText, flag, name, names, oneOf, optional, range, text, type Inputs } from '../../api/contract/field.ts';
import type { PullRequest } from '../../api/record/pullRequest.ts';
import { Failure, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { fileDiff } from '../kit/diff.ts';
import { pageRow } from '../kit/fence.ts';
import {
  allowedName,
  hasRef,
  inBackground,
  openForChange,
  type ToolRepository,
  type ToolServices,
} from '../kit/place.ts';
import { pullRequestRow } from '../kit/pullRequestRows.ts';
import { added, demandChange, placeFields, remoteTool, type FieldChange } from '../kit/tool.ts';
import { issueNamedBy, milestoneText } from './issues.ts';

export const createPullRequest = remoteTool({
  name: 'sourcehost_create_pull_request',
  title: 'Create Pull Request',
  description: 'Asks to merge the branch head into base.',
  fields: {
    ...placeFields,
    title: filledText,
    head: name,
    base: optional(name),
    body: optional(text),
    draft: optional(flag),
    issue: optional(range(1)),
  },
  texts: {
    head: 'A branch, or owner/repo:branch of a listed fork.',
    base: 'Default: the default branch.',
    issue: 'The issue that it solves.',
  },
  async preview(services, { title, head, base: baseInput, body, draft, issue, ...input }, signal) {
    const repository = await openForChange(services, input);
    const { api, at } = repository;
    await requireAllowed(services, repository, head);
    const base = baseInput ?? (await api.repositories.get(at, inBackground(signal))).default_branch;
    if (base === undefined) throw wrongValue('base', requires('given'));
    if (base === head) throw wrongValue('head', requires('otherBranch'));
    const branches = Object.entries({ base, ...(head.includes(':') ? {} : { head }) });
    for (const [field, branch] of branches)
      if (!(await hasRef(services, input, { kind: 'branch', name: branch }, signal)))
        throw new Failure('missing', 'there is no such branch', { field, reason: 'noSuchRef', about: [branch] });
    if (issue !== undefined) await issueNamedBy('issue', repository, `${issue}`, signal);
    const fields = [
      ...added('newPullRequest', title),
      ...added('merge', `${head} into ${base}`),
      ...added('text', body),
      ...added('draft', draft === true ? 'yes' : undefined),
      ...added('issue', issue === undefined ? undefined : `#${issue}`),
    ];
    return {
      repository: repository.name,
      fields,
      diffs: [],
      async send(sending) {
        const linked = issue === undefined ? undefined : `${issue}`;
        const inputs = { title, head, base, body, draft, issue: linked };
        const pull = await services.pullRequests.create(repository, inputs, { signal: sending, again: true });
        return {
          summary: `A pull request of ${repository.title} is created`,
          entries: pull === undefined ? [] : [pullRequestRow(pull), ...pageRow(pull)],
          changes: [{ kind: 'pullRequest', id: pull?.number, title }],
        };
      },
    };
  },
});

const editFields = {
  ...placeFields,
  number: range(1),
  title: optional(filledText),
  body: optional(text),
  state: optional(oneOf('open', 'closed')),
  draft: optional(flag),
  labels: optional(names),
  milestone: optional(range(0)),
};
type EditInput = Inputs<typeof editFields>;
const changeInputs = ['title', 'body', 'state', 'draft', 'labels', 'milestone'] as const;

export const editPullRequest = remoteTool({
  name: 'sourcehost_edit_pull_request',
  title: 'Edit Pull Request',
  description: 'Changes a pull request.',
  fields: editFields,
  texts: { body: 'The whole text.', labels: 'All of them.', milestone: '0: none.' },
  async preview(services, input, signal) {
    if (changeInputs.every((name) => input[name] === undefined))
      throw wrongValue('title', requires('oneGiven', changeInputs.join(', ')));
    const repository = await openForChange(services, input);
    const number = `${input.number}`;
    const pull = await services.pullRequests.get(repository, number, inBackground(signal));
    const milestone = await milestoneText(repository, input.milestone, signal);
    const shown = changedFields(pull, input, milestone);
    demandChange('number', shown);
    return {
      repository: repository.name,
      ...shown,
      async send(sending) {
        const now = await services.pullRequests.get(repository, number, { signal: sending });
        if (JSON.stringify(changedFields(now, input, milestone)) !== JSON.stringify(shown))
          throw wrongValue('agreed', requires('agreed'));
        const { title, body, state, draft, labels } = input;
        const change = { title, body, state, draft, labels, milestone: input.milestone };
        const edited = await services.pullRequests.edit(repository, number, change, { signal: sending });
        return {
          summary: `The pull request !${number} of ${repository.title} is changed`,
          entries: [pullRequestRow(edited), ...pageRow(edited)],
          changes: [{ kind: 'pullRequest', id: number, title: edited.title ?? '' }],
        };
      },
    };
  },
});

const encoder = new TextEncoder();

function changedFields(
  pull: PullRequest,
  input: EditInput,
  newMilestone: string | undefined,
): { readonly fields: FieldChange[]; readonly diffs: string[] } {
  const { number, title = '', body = '', labels, milestone, draft, state } = pull;
  const yesOrNo = (value: boolean | undefined): string => (value === true ? 'yes' : 'no');
  const listed = (value: string | readonly string[]): string => (typeof value === 'string' ? value : value.join(', '));
  const about = { number: `!${number}`, title };
  const change = (key: FieldChange['key'], before: string, after: string | undefined): FieldChange[] =>
    after === undefined || after === before ? [] : [{ key, about, before, after }];
  const fields = [
    ...change('title', title, input.title),
    ...change('state', state ?? '', input.state),
    ...change('draft', yesOrNo(draft), input.draft === undefined ? undefined : yesOrNo(input.draft)),
    ...change(
      'labels',
      labels.map(({ name }) => name).join(', '),
      input.labels === undefined ? undefined : listed(input.labels),
    ),
    ...change('milestone', milestone ? `${milestone.number} ${milestone.title}`.trim() : '', newMilestone),
  ];
  const isNewText = input.body !== undefined && input.body !== body;
  return { fields, diffs: isNewText ? [fileDiff(`!${number}`, encoder.encode(body), encoder.encode(input.body))] : [] };
}

/** A fork can be private: its commits leave it only if tools may use it. */
async function requireAllowed(services: ToolServices, { name }: ToolRepository, head: string): Promise<void> {
  const [, fork] = /^(.*):/s.exec(head) ?? [];
  if (fork === undefined) return;
  await allowedName(services, {
    repository: fork.includes('/') ? fork : `${fork}/${name.repo}`,
    host: name.host,
  }).catch(() => {
    throw wrongValue('head', requires('allowedRepository'));
  });
}
