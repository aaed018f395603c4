import { l10n } from 'vscode';
import { flag, line, name, oneOf, optional, text, type Inputs } from '../../../api/contract/field.ts';
import type { Repository } from '../../../api/record/repository.ts';
import { unlessFailed, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { foldCase } from '../../../core/text.ts';
import { sameText } from '../../../domain/documents/kinds/kind.ts';
import { fullName, parseFullName } from '../../../domain/hosts/address.ts';
import type { Connection } from '../../../domain/hosts/connections.ts';
import { createOnce, creationAt, onlyPage } from '../../../domain/hosts/creations.ts';
import type { KnownRepositories } from '../../../domain/hosts/knownRepositories.ts';
import { appearedRepository } from '../../../domain/repositories/forks.ts';
import type { Ask, Asks, Invocation, Arguments } from '../command.ts';
import type { Changes } from '../changes.ts';
import { askFlag, askOne, askOptionalText, askUnless, choicesOf, nameTaken } from './ask.ts';
import { atHost } from './declare.ts';

const personal = '';

export const askOwner: Ask<string | undefined> = async (prompt, args, invocation) => {
  const { api, account } = await atHost(invocation, args);
  async function* owners() {
    yield [{ label: account?.login ?? '', description: l10n.t('your own account'), value: personal }];
    yield* choicesOf(api.organizations.own.all({}, { signal: invocation.signal }), (org) => ({
      label: org.path ?? org.login,
      description: org.name ?? '',
      value: org.path ?? org.login,
    }));
  }
  const chosen = await prompt.pick({ placeholder: l10n.t('Select an owner'), items: owners() });
  return chosen === personal ? undefined : chosen;
};

const valid = /^[\p{L}\p{N}_.-]+$/u;

const isPersonal = ({ org }: Arguments): boolean => org === undefined;

/** Visibility of a personal repository. For an organization the level is asked for instead. */
const askPrivate = askUnless<boolean>(
  (args) => !isPersonal(args),
  askFlag(
    () => l10n.t('Visibility'),
    () => l10n.t('Private'),
    () => l10n.t('Public'),
  ),
);

const askLevel = askUnless<0 | 1 | 2>(
  isPersonal,
  askOne(
    () => l10n.t('Visibility'),
    () => [
      { label: l10n.t('Private'), value: 0 },
      { label: l10n.t('Public'), value: 1 },
      { label: l10n.t('Internal'), value: 2 },
    ],
  ),
);

export const newRepository = {
  name,
  path: optional(name),
  description: optional(text),
  homepage: optional(text),
  private: optional(flag),
  public: optional(oneOf(0, 1, 2)),
  auto_init: optional(flag),
  default_branch: optional(name),
  gitignore_template: optional(line),
  license_template: optional(line),
  has_issues: optional(flag),
  has_wiki: optional(flag),
  can_comment: optional(flag),
};

/** No known repository of the owner has it. `suggested` proposes one from the known arguments. */
const askName =
  (knownRepositories: KnownRepositories, suggested: (args: Arguments) => string): Ask<string> =>
  async (prompt, args, invocation) => {
    const { host, account } = await atHost(invocation, args);
    const owner = ownerOf(args, account?.login);
    return await prompt.input({
      prompt: l10n.t('Name of the new repository'),
      value: suggested(args),
      validate: (repo) => {
        if (!valid.test(repo)) return l10n.t('Use only letters, digits, “_”, “.” and “-”.');
        const name = { host: host.id, owner, repo };
        return knownRepositories.has(name) ? nameTaken(fullName(name)) : undefined;
      },
    });
  };

const ownerOf = ({ org }: Arguments, login = ''): string => (typeof org === 'string' ? org : login);

export const askNew = (knownRepositories: KnownRepositories, suggested: (args: Arguments) => string = () => '') =>
  ({
    org: askOwner,
    name: askName(knownRepositories, suggested),
    description: askOptionalText(() => ({ prompt: l10n.t('Description (optional)') })),
    private: askPrivate,
    public: askLevel,
  }) satisfies Asks<typeof newRepository & { readonly org: ReturnType<typeof optional<string>> }>;

/** Creates a repository and resolves with its record after the service can return it. */
export async function createRepository(
  connection: Connection,
  org: string | undefined,
  args: Inputs<typeof newRepository>,
  changes: Changes,
  { signal, silent, again }: Pick<Invocation, 'signal' | 'silent' | 'again'>,
): Promise<Repository> {
  const [owner, repo] = [org ?? connection.account?.login ?? '', args.path ?? args.name];
  const find = () => unlessFailed(connection.api.repositories.get({ owner, repo }, { signal }), 'missing');
  const creation = {
    ...creationAt(connection, { host: connection.host.id, owner, repo }),
    sent: args,
    send: () => create(connection, org, args, signal),
    list: () => onlyPage(find()),
    id: ({ full_name }: Repository) => full_name,
    created: ({ created_at }: Repository) => created_at,
    // A host answers for the former path of a renamed repository too.
    fits: ({ full_name, description = '' }: Repository) =>
      foldCase(full_name) === foldCase(`${owner}/${repo}`) && sameText(description, args.description ?? ''),
  };
  const created = await createOnce(creation, { signal, again });
  const path = created?.full_name ?? `${owner}/${repo}`;
  const record = await appearedRepository(connection.api, path, { signal });
  const at = parseFullName(record.full_name) ?? parseFullName(path);
  changes.report({
    subject: 'repositories',
    host: connection.host.id,
    repository: at === undefined ? undefined : { host: connection.host.id, ...at },
    // Path of the row: below the user's own repositories or below the organization.
    reveal: [connection.account?.id ?? '', org ?? 'ownRepositories', record.full_name],
    opens: !silent,
  });
  return record;
}

/** POST /user/repos or /orgs/{org}/repos. @throws Failure before it for a field that only organizations have */
async function create(
  { api }: Connection,
  org: string | undefined,
  args: Inputs<typeof newRepository>,
  signal: AbortSignal,
): Promise<Repository | undefined> {
  if (org !== undefined) return await api.organizations.createRepository({ ...args, org }, { signal });
  const { homepage, public: level, can_comment, ...own } = args;
  const wrong = Object.entries({ homepage, public: level, can_comment }).find(([, value]) => value !== undefined);
  if (wrong !== undefined) throw wrongValue(wrong[0], requires('inOrganization'));
  return await api.own.createRepository(own, { signal });
}
