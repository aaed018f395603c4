import { l10n } from 'vscode';
import { name, optional } from '../../../../api/contract/field.ts';
import type { KnownRepositories } from '../../../../domain/hosts/knownRepositories.ts';
import type { Changes } from '../../../kit/changes.ts';
import type { Ask, Arguments } from '../../../kit/command.ts';
import { askFlag, askUnless, asTyped } from '../../../kit/commands/ask.ts';
import { onHost } from '../../../kit/commands/declare.ts';
import { askNew, createRepository, newRepository } from '../../../kit/commands/newRepository.ts';

const askInit = askFlag(
  () => l10n.t('Initialize with'),
  () => l10n.t('Add a README'),
  () => l10n.t('Empty repository'),
);

/** Asks for a template of the host. The API has no list of templates, so common ones are offered besides typed text. */
function askTemplate(
  placeholder: () => string,
  nothing: () => string,
  some: readonly string[],
): Ask<string | undefined> {
  // Pushed content brings its own files.
  const pushed = ({ auto_init }: Arguments): boolean => auto_init === false;
  return askUnless(pushed, async (prompt) => {
    const chosen = await prompt.pick({
      placeholder: placeholder(),
      items: [{ label: nothing(), value: '' }, ...some.map((value) => ({ label: value, value }))],
      typed: asTyped,
    });
    return chosen === '' ? undefined : chosen;
  });
}

const askIgnored = askTemplate(
  () => l10n.t('Select or type a .gitignore template'),
  () => l10n.t('No template'),
  ['C++', 'Go', 'Java', 'Node', 'Python', 'Rust'],
);

const askLicense = askTemplate(
  () => l10n.t('Select or type a license'),
  () => l10n.t('No license'),
  ['MIT', 'Apache-2.0', 'GPL-3.0', 'MulanPSL-2.0'],
);

export function repositoryCreateCommands(changes: Changes, knownRepositories: KnownRepositories) {
  return {
    'sourcehost.repository.create': onHost({
      does: 'Creates a repository of the account, or with `org` of an organization. `homepage`, `public` and `can_comment` are for organizations only.',
      result: 'the repository',
      needsAccount: true,
      fields: { org: optional(name), ...newRepository },
      ask: {
        ...askNew(knownRepositories),
        auto_init: askInit,
        gitignore_template: askIgnored,
        license_template: askLicense,
      },
      more: {
        fields: ['description', 'auto_init', 'gitignore_template', 'license_template'],
        question: ({ org, name: repo }) => l10n.t('Create “{0}”?', [org, repo].filter(Boolean).join('/')),
        run: () => l10n.t('Create'),
        options: () => l10n.t('description, README, .gitignore, license'),
      },
      run: async ({ org, ...args }, connection, invocation) =>
        await createRepository(connection, org, args, changes, invocation),
    }),
  };
}
