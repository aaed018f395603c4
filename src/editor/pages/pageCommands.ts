import { requires } from '../../core/requirement.ts';
import { l10n, window } from 'vscode';
import { name, optional, type Field } from '../../api/contract/field.ts';
import { fullName, parseRecordAddress, recordScheme, type RepositoryName } from '../../domain/hosts/address.ts';
import type { PageTarget } from '../../domain/pages/target.ts';
import type { Ask, Invocation } from '../kit/command.ts';
import { askFrom, askText } from '../kit/commands/ask.ts';
import { atHost, onHost, onRepository, repositoryAt } from '../kit/commands/declare.ts';

/** The number of an issue in either type of the API: a number or text. */
const issueNumber: Field<string | number> & { readonly optional: false } = {
  ...name,
  check: (value) => (/^[1-9]\d*$/.test(String(value)) ? undefined : requires('issueNumber')),
};

/** The issue whose document is the active editor; undefined for a new one. */
export function shownIssue(): (RepositoryName & { readonly number: string }) | undefined {
  const uri = window.activeTextEditor?.document.uri;
  if (uri?.scheme !== recordScheme) return undefined;
  const { kind, id, ...name } = parseRecordAddress(uri);
  return kind === 'issues' && id !== undefined ? { ...name, number: id } : undefined;
}

const askIssue: Ask<string> = askFrom(
  () => l10n.t('Which issue?'),
  ({ api, at }, { signal }) => api.issues.list.all({ ...at, state: 'all' }, { signal }),
  (issue) => ({ label: `#${issue.number} ${issue.title ?? ''}`, value: issue.number }),
);

/** The issue of the active editor; without one, the user is asked. */
const askShownIssue: Ask<string> = async (prompt, args, invocation) => {
  const activeIssue = invocation.origin === 'palette' ? shownIssue() : undefined;
  return activeIssue?.number ?? (await askIssue(prompt, args, invocation));
};

type OpenPage = (target: PageTarget) => Promise<unknown>;

export function pageCommands(open: OpenPage) {
  const show = async (target: PageTarget, { origin }: Invocation): Promise<unknown> => {
    const record = open(target);
    // The page itself shows the failure to the user.
    return origin === 'code' ? await record : await record.catch(() => undefined);
  };
  return {
    'sourcehost.repository.show': onRepository({
      does: 'Shows a repository as a page.',
      result: 'the repository',
      fields: {},
      run: async (_, { connection: { host, account }, name: repositoryName }, invocation) =>
        await show(
          { kind: 'repository', host: host.id, account: account?.login, repository: fullName(repositoryName) },
          invocation,
        ),
    }),
    'sourcehost.user.show': onHost({
      does: 'Shows a user as a page.',
      result: 'the user',
      fields: { username: name, org: optional(name), enterprise: optional(name) },
      ask: {
        username: async (prompt, args, invocation) => {
          const { account } = await atHost(invocation, args);
          return await askText(() => ({ prompt: l10n.t('Login of the user'), value: account?.login ?? '' }))(
            prompt,
            args,
            invocation,
          );
        },
      },
      run: async ({ username, org, enterprise }, { host, account }, invocation) =>
        await show({ kind: 'user', host: host.id, account: account?.login, username, org, enterprise }, invocation),
    }),
    'sourcehost.issue.preview': onRepository({
      does: 'Shows an issue as a page.',
      result: 'the issue',
      fields: { number: issueNumber },
      repository: repositoryAt(() => shownIssue()),
      ask: { number: askShownIssue },
      run: async ({ number }, { connection: { host, account }, name: repositoryName }, invocation) =>
        await show(
          {
            kind: 'issue',
            host: host.id,
            account: account?.login,
            repository: fullName(repositoryName),
            number: String(number),
          },
          invocation,
        ),
    }),
  };
}
