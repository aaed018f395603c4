import { filledText, flag, name, optional, range, text } from '../../api/contract/field.ts';
import { Failure, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { pageRow } from '../kit/fence.ts';
import { placeFields } from '../kit/inputs.ts';
import { allowedName, hasRef, openRepository, requireAccount, type ToolRepository } from '../kit/place.ts';
import { added } from '../kit/preview.ts';
import { pullRequestRow } from '../kit/pullRequestRows.ts';
import { inBackground, type ToolServices } from '../kit/services.ts';
import { remoteTool } from '../kit/tool.ts';

export const createPullRequest = remoteTool({
  name: 'sourcehost_create_pull_request',
  title: 'Create Pull Request',
  description: 'Asks to merge the branch head into base. The user must agree.',
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
    head: 'A branch, or owner/repo:branch of a fork that sourcehost_list_repositories lists.',
    base: 'Default: the default branch.',
    body: 'Markdown.',
    issue: 'The number of the issue that it solves.',
  },
  async preview(services, { title, head, base: baseInput, body, draft, issue, ...input }, signal) {
    await requireAccount(services, input);
    const repository = await openRepository(services, input);
    const { api, at } = repository;
    await requireAllowed(services, repository, head);
    const base = baseInput ?? (await api.repositories.get(at, inBackground(signal))).default_branch;
    if (base === undefined) throw wrongValue('base', requires('given'));
    const branches = Object.entries({ base, ...(head.includes(':') ? {} : { head }) });
    for (const [field, branch] of branches)
      if (!(await hasRef(services, input, { kind: 'branch', name: branch }, signal)))
        throw new Failure('missing', 'there is no such branch', { field, reason: 'noSuchRef', about: [branch] });
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
