import { l10n } from 'vscode';
import { name, oneOf, optional, text } from '../../../api/contract/field.ts';
import type { ProtectedTag } from '../../../api/record/tag.ts';
import { unlessFailed } from '../../../core/errors.ts';
import { createOnce, creationAt, onlyPage, type Creation } from '../../../domain/hosts/creations.ts';
import { createTag } from '../../../domain/refs/newRefs.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import type { AnyCommand, Ask } from '../../kit/command.ts';
import type { Changes } from '../../kit/changes.ts';
import { askFrom, askOne, askOptionalText, askRefName } from '../../kit/commands/ask.ts';
import { onRepository, type AtRepository } from '../../kit/commands/declare.ts';
import { askWildcard } from '../../kit/commands/preview.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';
import { askBase } from '../../kit/commands/refChoices.ts';

const level = oneOf(0, 30, 40);

const askLevel = askOne<0 | 30 | 40>(
  () => l10n.t('Who can create this tag?'),
  () => [
    { label: l10n.t('Maintainers and administrators'), value: 40 },
    { label: l10n.t('Developers, maintainers and administrators'), value: 30 },
    { label: l10n.t('Nobody'), value: 0 },
  ],
);

const askProtected: Ask<string> = askFrom(
  () => l10n.t('Which protected tag?'),
  ({ api, at }, { signal }) => api.protectedTags.list.all(at, { signal }),
  (tag) => ({
    label: tag.name,
    ...(tag.create_access_level_desc === undefined ? {} : { description: tag.create_access_level_desc }),
    value: tag.name,
  }),
);

export function tagCommands(changes: Changes, repositories: RemoteRepositories) {
  const notify = changeNotifier(changes, 'tags');
  return {
    'sourcehost.tag.create': onRepository({
      does: 'Creates a tag. `refs` is a branch, a tag or a commit.',
      result: 'the tag',
      needsAccount: true,
      fields: { refs: name, tag_name: name, tag_message: optional(text) },
      ask: {
        refs: askBase(repositories),
        tag_name: askRefName(() => l10n.t('Name of the new tag'), repositories, 'tags'),
        tag_message: askOptionalText(() => ({ prompt: l10n.t('Tag message (optional)') })),
      },
      run: async (args, on, { signal, silent, again }) => {
        const { refs, tag_name: name, tag_message: message } = args;
        const created = await createTag(on, { refs, name, message }, { signal, again });
        notify(on, { silent }, args.tag_name);
        return created ?? { name: args.tag_name };
      },
    }),
    'sourcehost.protectedTag.create': onRepository({
      does: 'Protects the tags that a pattern matches. `create_access_level` is 0 (nobody), 30 (developers and above) or 40 (maintainers and above).',
      result: 'the protected tag',
      needsAccount: true,
      fields: { name, create_access_level: optional(level) },
      ask: {
        name: askWildcard(
          () => l10n.t('Tag name or pattern (* matches any text)'),
          ({ api, at }, { signal }) => api.tags.list.all(at, { signal }),
        ),
        create_access_level: askLevel,
      },
      run: async (args, on, { signal, silent, again }) => {
        const created = await createOnce(protectedTagCreation(on, args, signal), { signal, again });
        notify(on, { silent }, 'protectedTags', args.name);
        return created ?? (await on.api.protectedTags.get({ ...on.at, tag_name: args.name }, { signal }));
      },
    }),
    'sourcehost.protectedTag.edit': onRepository({
      does: 'Changes the protection of tags. `create_access_level` is as in `protectedTag.create`.',
      result: 'the protected tag',
      needsAccount: true,
      fields: { name, create_access_level: level },
      ask: { name: askProtected, create_access_level: askLevel },
      run: async (args, on, { signal, silent }) => {
        const edited = await on.api.protectedTags.edit({ ...on.at, ...args }, { signal });
        notify(on, { silent }, 'protectedTags', args.name);
        return edited ?? (await on.api.protectedTags.get({ ...on.at, tag_name: args.name }, { signal }));
      },
    }),
    'sourcehost.protectedTag.remove': removeProtection(notify),
  };
}

interface NewProtectedTag {
  readonly name: string;
  readonly create_access_level?: 0 | 30 | 40 | undefined;
}

const protectedTagCreation = (
  { api, at, connection, name: repository }: AtRepository,
  tag: NewProtectedTag,
  signal: AbortSignal,
): Creation<ProtectedTag> => ({
  ...creationAt(connection, repository, 'protected_tags'),
  sent: tag,
  send: () => api.protectedTags.create({ ...at, ...tag }, { signal }),
  list: () => onlyPage(unlessFailed(api.protectedTags.get({ ...at, tag_name: tag.name }, { signal }), 'missing')),
  id: (one) => one.name,
  fits: ({ create_access_level: now }) => tag.create_access_level === undefined || now === tag.create_access_level,
});

function removeProtection(notify: ReturnType<typeof changeNotifier>): AnyCommand {
  return onRepository({
    does: 'Removes the protection of tags.',
    needsAccount: true,
    fields: { name },
    ask: { name: askProtected },
    run: async (args, on, { signal, silent, confirm }) => {
      await confirm(
        l10n.t('Remove the protection of “{0}”?', args.name),
        l10n.t('Anyone with push access can then create tags with this name. Existing tags stay.'),
        l10n.t('Remove Protection'),
      );
      await on.api.protectedTags.remove({ ...on.at, tag_name: args.name }, { signal });
      notify(on, { silent });
    },
  });
}
