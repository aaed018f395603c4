import { commands, l10n } from 'vscode';
import { filledText, flag, integer, name, names, optional, text } from '../../../../api/contract/field.ts';
import { repositories } from '../../../../api/endpoints/repositories.ts';
import { wrongValue } from '../../../../core/errors.ts';
import { requires } from '../../../../core/requirement.ts';
import { fullName } from '../../../../domain/hosts/address.ts';
import type { KnownRepositories } from '../../../../domain/hosts/knownRepositories.ts';
import type { AnyCommand, Ask, Invocation, Arguments } from '../../../kit/command.ts';
import type { Changes } from '../../../kit/changes.ts';
import { inform } from '../../../kit/prompts/prompt.ts';
import { askAfter, askChecklist, confirmOnce, askPassword, askText, choicesOf } from '../../../kit/commands/ask.ts';
import {
  atRepository,
  onOrganizationRepository,
  onRepository,
  remembered,
  type AtRepository,
} from '../../../kit/commands/declare.ts';

const moduleFields = repositories.setModules.body;
type Module = keyof typeof moduleFields;

const modules: readonly { readonly value: Module; readonly label: () => string }[] = [
  { value: 'has_wiki', label: () => l10n.t('Wiki') },
  { value: 'has_issue', label: () => l10n.t('Issues') },
  { value: 'has_security', label: () => l10n.t('Security') },
  { value: 'has_merge_request', label: () => l10n.t('Pull requests') },
  { value: 'has_fork', label: () => l10n.t('Forks') },
  { value: 'has_analysis', label: () => l10n.t('Analysis') },
  { value: 'has_discussion', label: () => l10n.t('Discussions') },
];

const askModules = askChecklist<Module>(
  modules.map(({ value }) => value),
  async (prompt, args, invocation) => {
    const {
      has_wiki,
      has_issues: has_issue,
      pull_requests_enabled: has_merge_request,
    } = await current(invocation, args);
    const known: Partial<Record<Module, boolean | undefined>> = { has_wiki, has_issue, has_merge_request };
    return await prompt.pickMany({
      placeholder: l10n.t(
        'Modules that are not selected are turned off (the host does not report all modules that are on)',
      ),
      items: modules.map(({ value, label }) => ({ label: label(), picked: known[value] ?? true, value })),
    });
  },
);

const askMembers =
  (placeholder: () => string): Ask<readonly string[] | undefined> =>
  async (prompt, args, invocation) => {
    const { api, at } = await atRepository(invocation, args);
    // None chosen changes nothing: the host does not tell who is set now.
    const people = choicesOf(api.members.list.all(at, { signal: invocation.signal }), (member) => ({
      label: member.login,
      ...(member.name === undefined ? {} : { description: member.name }),
      value: member.login,
    }));
    const chosen = await prompt.pickMany({ placeholder: placeholder(), items: people });
    return chosen.length === 0 ? undefined : chosen;
  };

const askCount =
  (question: () => string): Ask<number | undefined> =>
  async (prompt) => {
    const validate = (value: string): string | undefined =>
      /^\d*$/.test(value) ? undefined : l10n.t('Enter a whole number.');
    const text = await prompt.input({ prompt: question(), validate });
    return text === '' ? undefined : Number(text);
  };

const askChanged =
  (
    question: () => string,
    now: (record: Awaited<ReturnType<typeof current>>) => string | undefined,
  ): Ask<string | undefined> =>
  async (prompt, args, invocation) => {
    const record = await current(invocation, args);
    const value = now(record) ?? '';
    const text = await prompt.input({ prompt: question(), value });
    return text === value ? undefined : text;
  };

const current = remembered(async (invocation, args) => {
  const { api, at } = await atRepository(invocation, args);
  return await api.repositories.get(at, { signal: invocation.signal });
});

/** Shows the page of the changed repository unless the command is silent. */
async function look(
  { connection: { host, account } }: AtRepository,
  repository: string,
  silent: boolean,
): Promise<void> {
  if (silent) return;
  const args = { host: host.id, account: account?.login, repository };
  await commands.executeCommand('sourcehost.repository.show', args);
}

const repositoryNotifier =
  (changes: Changes) =>
  ({ name: repository }: AtRepository): void =>
    changes.report({ subject: 'repositories', host: repository.host, repository });
type NotifyRepository = ReturnType<typeof repositoryNotifier>;

const password = askPassword(() => l10n.t('Your password on the host. It is sent once and not stored.'));

export function repositorySettingsCommands(changes: Changes, knownRepositories: KnownRepositories) {
  const notify = repositoryNotifier(changes);
  return {
    'sourcehost.repository.archive': setStatus(
      'Archives a repository. `password` is the one at the host. It is sent, and not stored.',
      notify,
      2,
    ),
    'sourcehost.repository.unarchive': setStatus(
      'Unarchives a repository. `password` is the one at the host. It is sent, and not stored.',
      notify,
      0,
    ),
    'sourcehost.repository.edit': editRepository(notify, knownRepositories),
    'sourcehost.repository.setModules': setModules(notify),
    'sourcehost.repository.setReviewers': setReviewers(notify),
    'sourcehost.repository.showPermissionMode': onRepository({
      does: 'Shows the permission mode of a repository.',
      result: 'whatever the service answers',
      fields: {},
      run: async (_args, { api, at, name: repository }, { signal, silent }) => {
        const mode = await api.repositories.permissionMode(at, { signal });
        const shown = typeof mode === 'string' ? mode : JSON.stringify(mode);
        if (!silent) void inform(l10n.t('Permission mode of {0}: {1}', fullName(repository), shown));
        return mode;
      },
    }),
    'sourcehost.repository.transfer': transfer(notify, knownRepositories),
  };
}

/** Archives (2) or unarchives (0) a repository of an organization. */
function setStatus(does: string, notify: NotifyRepository, status: 0 | 2): AnyCommand {
  return onOrganizationRepository({
    does,
    result: 'the repository',
    needsAccount: true,
    fields: { password: filledText },
    title: (repository) => (status === 2 ? l10n.t('Archive {0}', repository) : l10n.t('Unarchive {0}', repository)),
    ask: { password: status === 2 ? askAfter(confirmArchive, password) : password },
    run: async (args, on, { signal, silent }) => {
      const where = fullName(on.name);
      await on.api.repositories.setStatus(
        { org: on.at.owner, repo: on.at.repo, status, password: args.password },
        { signal },
      );
      notify(on);
      await look(on, where, silent);
      return await on.api.repositories.get(on.at, { signal });
    },
  });
}

async function confirmArchive(invocation: Invocation, args: Arguments): Promise<void> {
  const { name: repository } = await atRepository(invocation, args);
  await confirmOnce(
    invocation,
    l10n.t('Archive {0}?', fullName(repository)),
    l10n.t('It is read-only until it is unarchived.'),
    l10n.t('Archive'),
  );
}

async function confirmTransfer(invocation: Invocation, args: Arguments): Promise<void> {
  const { name: repository } = await atRepository(invocation, args);
  await confirmOnce(
    invocation,
    l10n.t('Transfer {0} to {1}?', fullName(repository), String(args.transfer_to)),
    l10n.t('Its URL changes, and you may lose access to it.'),
    l10n.t('Transfer'),
  );
}

function editRepository(notify: NotifyRepository, knownRepositories: KnownRepositories): AnyCommand {
  return onRepository({
    does: 'Changes a repository. Fields that are left out do not change.',
    result: 'the repository',
    needsAccount: true,
    fields: {
      name: optional(name),
      description: optional(text),
      homepage: optional(text),
      path: optional(name),
      private: optional(flag),
      default_branch: optional(name),
      lfs_enabled: optional(flag),
    },
    title: (repository) => l10n.t('Edit {0}', repository),
    ask: {
      name: askChanged(
        () => l10n.t('Name'),
        (record) => record.name,
      ),
      description: askChanged(
        () => l10n.t('Description'),
        (record) => record.description,
      ),
      homepage: askChanged(
        () => l10n.t('Homepage'),
        (record) => record.homepage,
      ),
    },
    run: async (change, on, { signal, silent }) => {
      const now = await on.api.repositories.get(on.at, { signal });
      // The API description does not say whether omitted fields keep their value. Therefore the current values are
      // sent too.
      const unchanged = { name: now.name ?? on.at.repo, description: now.description, homepage: now.homepage };
      const edited = await on.api.repositories.edit(
        { ...on.at, ...unchanged, ...change, name: change.name ?? unchanged.name },
        { signal },
      );
      if (change.path !== undefined && change.path !== on.at.repo) knownRepositories.forget(on.name);
      notify(on);
      const record =
        edited ?? (await on.api.repositories.get({ ...on.at, repo: change.path ?? on.at.repo }, { signal }));
      await look(on, record.full_name, silent);
      return record;
    },
  });
}

function setModules(notify: NotifyRepository): AnyCommand {
  return onRepository({
    does: 'Turns issues, the wiki and other parts of a repository on or off.',
    result: 'what was set',
    needsAccount: true,
    fields: moduleFields,
    title: (repository) => l10n.t('Set Modules of {0}', repository),
    ask: askModules,
    run: async (args, on, { signal, silent }) => {
      await on.api.repositories.setModules({ ...on.at, ...args }, { signal });
      notify(on);
      if (!silent) void inform(l10n.t('Updated the modules of {0}.', fullName(on.name)));
      return args;
    },
  });
}

function setReviewers(notify: NotifyRepository): AnyCommand {
  return onRepository({
    does: 'Sets the usual approvers (`assignees`) and testers of a repository. At least one field is needed.',
    result: 'what the service answers',
    needsAccount: true,
    fields: {
      assignees: optional(names),
      assignees_number: optional(integer),
      testers: optional(names),
      testers_number: optional(integer),
    },
    title: (repository) => l10n.t('Set Approvers and Testers of {0}', repository),
    ask: {
      assignees: askMembers(() => l10n.t('Select approvers')),
      assignees_number: askCount(() => l10n.t('Required approvals (optional)')),
      testers: askMembers(() => l10n.t('Select testers')),
      testers_number: askCount(() => l10n.t('Required testers (optional)')),
    },
    run: async (args, on, { signal, silent }) => {
      if (Object.keys(args).length === 0) {
        throw wrongValue('assignees', requires('oneGiven', 'assignees, testers, assignees_number, testers_number'));
      }
      const set = await on.api.repositories.setReviewers({ ...on.at, ...args }, { signal });
      notify(on);
      if (!silent) void inform(l10n.t('Updated the approvers and testers of {0}.', fullName(on.name)));
      return set ?? args;
    },
  });
}

function transfer(notify: NotifyRepository, knownRepositories: KnownRepositories): AnyCommand {
  return onOrganizationRepository({
    does: 'Transfers a repository. `password` is the one at the host. It is sent, and not stored.',
    needsAccount: true,
    fields: { transfer_to: name, password: filledText },
    title: (repository) => l10n.t('Transfer {0}', repository),
    ask: {
      transfer_to: askText(() => ({ prompt: l10n.t('New owner') })),
      password: askAfter(confirmTransfer, password),
    },
    run: async (args, on, invocation) => {
      const { signal, silent } = invocation;
      // The owner can differ from the confirmed one if the service refused that.
      await confirmTransfer(invocation, { repository: fullName(on.name), host: on.name.host, ...args });
      await on.api.repositories.transfer({ org: on.at.owner, repo: on.at.repo, ...args }, { signal });
      knownRepositories.forget(on.name);
      notify(on);
      if (!silent) void inform(l10n.t('Transferred {0} to {1}.', fullName(on.name), args.transfer_to));
    },
  });
}
