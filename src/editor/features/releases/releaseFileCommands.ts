import { commands, l10n, Uri } from 'vscode';
import { name } from '../../../api/contract/field.ts';
import type { Release } from '../../../api/record/release.ts';
import type { LocalFile, LocalFiles } from '../../../core/files.ts';
import { cancelled, Failure, isFailure, wrongValue } from '../../../core/errors.ts';
import { hasControl } from '../../../core/hidden.ts';
import { requires } from '../../../core/requirement.ts';
import { baseName } from '../../../core/path.ts';
import {
  attach,
  downloadAttachment,
  fileNameOf,
  namesOf,
  ownAttachments,
  removeAttachment,
  type Attached,
  type Attachment,
} from '../../../domain/releases/attachments.ts';
import { toUri, toUris, uri, uris } from '../../kit/arguments.ts';
import type { AnyCommand, Ask, Invocation } from '../../kit/command.ts';
import type { Changes } from '../../kit/changes.ts';
import { explain } from '../../kit/messages/explain.ts';
import { percentOf } from '../../kit/messages/progress.ts';
import { formatSize } from '../../kit/messages/format.ts';
import { readWhole } from '../../kit/tree/givenFiles.ts';
import { inform, warn } from '../../kit/prompts/prompt.ts';
import { askFrom } from '../../kit/commands/ask.ts';
import { atRepository, needsOperation, onRepository, type AtRepository } from '../../kit/commands/declare.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';
import { showOpenDialog, showSaveDialog } from '../../kit/messages/show.ts';
import type { Services } from '../../services/services.ts';

export const askTag: Ask<string> = askFrom(
  () => l10n.t('Which release?'),
  ({ api, at }, { signal }) => api.releases.list.all(at, { signal }),
  (release) => ({ label: release.name ?? release.tag_name, description: release.tag_name, value: release.tag_name }),
);

const askFiles: Ask<readonly Uri[]> = async (_prompt, args) => {
  const chosen = await showOpenDialog({
    canSelectMany: true,
    title: l10n.t('Choose files to attach to {0}', String(args.tag)),
    openLabel: l10n.t('Attach'),
  });
  if (chosen === undefined) throw cancelled();
  return chosen;
};

const askAttachment =
  (assetsOf: (release: Release) => Release['assets']): Ask<string> =>
  async (prompt, args, invocation) => {
    const { api, at } = await atRepository(invocation, args);
    const assets = assetsOf(await api.releases.byTag({ ...at, tag: String(args.tag) }, { signal: invocation.signal }));
    return await prompt.pick({
      placeholder: l10n.t('Which attachment?'),
      empty: l10n.t('This release has no attachments.'),
      items: assets.map(({ name: label, type }) => ({
        label,
        description: type === 'source' ? l10n.t('source code') : '',
        value: label,
      })),
    });
  };

const askPlace: Ask<Uri> = async (_prompt, args) => {
  const chosen = await showSaveDialog({
    defaultUri: Uri.file(fileNameOf(String(args.file_name))),
    title: l10n.t('Choose where to save {0}', String(args.file_name)),
    saveLabel: l10n.t('Download'),
  });
  if (chosen === undefined) throw cancelled();
  return chosen;
};

/** Commands on attachments of releases. Files of this computer are streamed and never held in memory as a whole. */
export const releaseFileCommands = (
  changes: Changes,
  loadHostFeatures: Services['loadHostFeatures'],
  files: LocalFiles,
) => ({
  ...transferCommands(changes, files),
  'sourcehost.release.removeAttachment': attachmentRemoval(changes, loadHostFeatures),
});

function transferCommands(changes: Changes, files: LocalFiles) {
  const notify = changeNotifier(changes, 'releases');
  /** Uploads files. The files that failed can be uploaded again alone. */
  const upload = async (
    on: AtRepository,
    tag: string,
    chosen: readonly Uri[],
    invocation: Invocation,
  ): Promise<unknown> => {
    const done = await uploadAll(on, tag, chosen, files, invocation);
    const failed = done.files.filter(({ failure }) => failure !== undefined);
    const [attached] = done.files.filter(({ failure }) => failure === undefined);
    notify(on, invocation, tag, ...(attached === undefined ? [] : [attached.name]));
    const first = failed[0]?.failure;
    if (first === undefined) return done.release;
    // After a cancellation the user knows which files are missing.
    if (isFailure(first, 'cancelled')) throw first;
    if (invocation.silent) {
      const about = [failuresText(failed)];
      throw new Failure(first.kind, 'files were not attached', { reason: 'filesNotAttached', about, cause: first });
    }
    const again = l10n.t('Try Again');
    const warning = warn(l10n.t('Not attached: {0}', failuresText(failed)), again);
    if ((await invocation.withoutProgress(warning)) !== again) return done.release;
    const rest = chosen.filter((one) => failed.some((other) => other.name === nameOf(one)));
    return await upload(on, tag, rest, invocation);
  };
  return {
    'sourcehost.release.upload': onRepository({
      does: 'Uploads files to a release. `file` is the address of a file, or an array.',
      result: 'the release',
      needsAccount: true,
      fields: { tag: name, file: uris },
      ask: { tag: askTag, file: askFiles },
      run: async ({ tag, file }, on, invocation) => {
        const chosen = toUris(file);
        if (chosen.some((one) => hasControl(nameOf(one)))) throw wrongValue('file', requires('printable'));
        await confirmSameNames(on, tag, chosen, invocation);
        return await upload(on, tag, chosen, invocation);
      },
    }),
    'sourcehost.release.download': onRepository({
      does: 'Downloads a file of a release. `target` is the address of the file to write.',
      result: 'the address of the file',
      fields: { tag: name, file_name: name, target: uri },
      ask: { tag: askTag, file_name: askAttachment(({ assets }) => assets), target: askPlace },
      run: async ({ tag, file_name, target }, { api, at }, invocation) => {
        const place = toUri(target);
        if (place.scheme !== 'file') throw wrongValue('target', requires('localFile'));
        await invocation.withProgress(l10n.t('Downloading {0}', file_name), async (signal, report) => {
          const { body, size } = await downloadAttachment(api, { ...at, tag }, file_name, signal);
          const large = { bytes: unaskedSize, confirm: () => confirmLarge(file_name, invocation) };
          await files.save(place.fsPath, body, { size, large, signal, onProgress: percentOf(report) });
        });
        if (!invocation.silent) void offerReveal(place, file_name);
        return place;
      },
    }),
  };
}

function attachmentRemoval(changes: Changes, loadHostFeatures: Services['loadHostFeatures']): AnyCommand {
  const notify = changeNotifier(changes, 'releases');
  return onRepository({
    does: `Removes a file of a release. ${needsOperation}`,
    needsAccount: true,
    fields: { tag: name, file_name: name },
    ask: { tag: askTag, file_name: askAttachment(ownAttachments) },
    run: async (args, on, invocation) => {
      await invocation.confirm(
        l10n.t('Remove {0} from {1}?', args.file_name, args.tag),
        l10n.t('Nobody can download it any more. Links to it lead nowhere. This cannot be undone.'),
        l10n.t('Remove Attachment'),
      );
      await removeAttachment(await loadHostFeatures(), on, args, { signal: invocation.signal });
      notify(on, invocation, args.tag);
    },
  });
}

/** Bytes that are downloaded without a question if the size is not known: a compressed answer can become any size. */
const unaskedSize = 100_000_000;

async function confirmLarge(file: string, { confirm }: Invocation): Promise<void> {
  const detail = l10n.t('The host does not say how large it is. It has more than {0}.', formatSize(unaskedSize));
  await confirm(l10n.t('Continue the download of {0}?', file), detail, l10n.t('Continue'), 'action');
}

/** A second file of the same name does not replace the first, so the user confirms before any request. */
async function confirmSameNames(
  { api, at }: AtRepository,
  tag: string,
  chosen: readonly Uri[],
  { silent, signal, confirm }: Invocation,
): Promise<void> {
  if (silent) return;
  const there = namesOf(await api.releases.byTag({ ...at, tag }, { signal }));
  const same = chosen.map(nameOf).filter((file) => there.has(file));
  if (same.length === 0) return;
  await confirm(
    l10n.t('Attach {0} again?', same.join(', ')),
    l10n.t(
      'The release already has an attachment with this name. It is not replaced: the host keeps both or rejects the new one.',
    ),
    l10n.t('Attach Anyway'),
    'action',
  );
}

async function uploadAll(
  { api, at }: AtRepository,
  tag: string,
  chosen: readonly Uri[],
  files: LocalFiles,
  invocation: Invocation,
): ReturnType<typeof attach> {
  return await invocation.withProgress(l10n.t('Attaching to {0}', tag), async (signal, report) => {
    const attachments = chosen.map((from): Attachment => ({
      name: nameOf(from),
      send: async (grant, one) => {
        const content = await contentOf(from, files);
        await api.upload(grant, content, {
          signal: one,
          onProgress: percentOf((text) => report(`${nameOf(from)} ${text}`)),
        });
      },
    }));
    return await attach(api, { ...at, tag }, attachments, signal, (file, index) =>
      report(`${file} (${index + 1}/${chosen.length})`),
    );
  });
}

/** The editor reads a file of another scheme, such as a remote repository, as a whole. */
async function contentOf(from: Uri, files: LocalFiles): Promise<Pick<LocalFile, 'size' | 'stream'>> {
  if (from.scheme === 'file') {
    const file = await files.open(from.fsPath);
    return { size: file.size, stream: () => file.stream() };
  }
  const blob = new Blob([await readWhole(from)]);
  return { size: blob.size, stream: () => blob.stream() };
}

const nameOf = (file: Uri): string => baseName(file.path);

const failuresText = (failed: readonly Attached[]): string =>
  failed.map((file) => `${file.name}: ${file.failure === undefined ? '' : explain(file.failure)}`).join('\n');

async function offerReveal(place: Uri, file: string): Promise<void> {
  const reveal = l10n.t('Reveal');
  if ((await inform(l10n.t('Downloaded {0}.', file), reveal)) === reveal)
    await commands.executeCommand('revealFileInOS', place);
}
