import { requires } from '../../../core/requirement.ts';
import { l10n } from 'vscode';
import { name, optional, type Field } from '../../../api/contract/field.ts';
import { fullName } from '../../../domain/hosting/address.ts';
import type { PageTarget } from '../../../domain/pages/target.ts';
import type { AnyCommand, Invocation } from '../../kit/command.ts';
import { askFrom, askText } from '../framework/ask.ts';
import { atHost, onHost, onRepository } from '../framework/declare.ts';

type Id = 'sourcehost.issue.preview' | 'sourcehost.repository.show' | 'sourcehost.user.show';

/** The number of an issue in either type of the API: a number or text. */
const issueNumber: Field<string | number> & { readonly optional: false } = {
  ...name,
  check: (value) => (/^[1-9]\d*$/.test(String(value)) ? undefined : requires('issueNumber')),
};

/** Shows a page and resolves with its record. */
type OpenPage = (target: PageTarget) => Promise<unknown>;

export function pageCommands(open: OpenPage): Record<Id, AnyCommand> {
  const show = async (target: PageTarget, { origin }: Invocation): Promise<unknown> => {
    const record = open(target);
    // The page itself shows the failure to the user.
    return origin === 'code' ? await record : await record.catch(() => undefined);
  };
  return {
    'sourcehost.repository.show': onRepository({
      fields: {},
      run: async (_, { connection: { host, account }, name: shown }, invocation) =>
        await show(
          { kind: 'repository', host: host.id, account: account?.login, repository: fullName(shown) },
          invocation,
        ),
    }),
    'sourcehost.user.show': onHost({
      fields: { username: name, org: optional(name), enterprise: optional(name) },
      ask: {
        // The signed-in user, unless another login is typed.
        username: async (prompt, known, invocation) => {
          const { account } = await atHost(invocation, known);
          return await askText(() => ({ prompt: l10n.t('Login of the user'), value: account?.login ?? '' }))(
            prompt,
            known,
            invocation,
          );
        },
      },
      run: async ({ username, org, enterprise }, { host, account }, invocation) =>
        await show({ kind: 'user', host: host.id, account: account?.login, username, org, enterprise }, invocation),
    }),
    'sourcehost.issue.preview': onRepository({
      fields: { number: issueNumber },
      ask: {
        number: askFrom(
          () => l10n.t('Which issue?'),
          ({ api, at }, { signal }) => api.issues.list.all({ ...at, state: 'all' }, { signal }),
          (issue) => ({ label: `#${issue.number} ${issue.title ?? ''}`, value: issue.number }),
        ),
      },
      run: async ({ number }, { connection: { host, account }, name: shown }, invocation) =>
        await show(
          {
            kind: 'issue',
            host: host.id,
            account: account?.login,
            repository: fullName(shown),
            number: String(number),
          },
          invocation,
        ),
    }),
  };
}
