import { commands, l10n, TabInputCustom, ViewColumn, window, workspace, type Uri } from 'vscode';
import { name, optional } from '../../../api/contract/field.ts';
import { delay } from '../../../core/async.ts';
import { cancelled, isFailure, wrongValue } from '../../../core/errors.ts';
import { hasControl } from '../../../core/hidden.ts';
import { baseName } from '../../../core/path.ts';
import { shownText } from '../../../core/text.ts';
import { requires } from '../../../core/requirement.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { checkSize, isPicture, mostMegabytes, uploadFile, type Uploaded } from '../../../domain/hosts/uploadFile.ts';
import { toUri, uri } from '../../kit/arguments.ts';
import type { Ask, Invocation } from '../../kit/command.ts';
import { atRepository, needsOperation, onRepository, remembered, repositoryAt } from '../../kit/commands/declare.ts';
import { readable, readWhole } from '../../kit/tree/givenFiles.ts';
import { formatSize } from '../../kit/messages/format.ts';
import { explain } from '../../kit/messages/explain.ts';
import { percentOf, type Report } from '../../kit/messages/progress.ts';
import { showOpenDialog } from '../../kit/messages/show.ts';
import { warn } from '../../kit/prompts/prompt.ts';
import { closeTabs, tabsOf } from '../../kit/tabs.ts';
import type { Services } from '../../services/services.ts';
import { copyLink, LinkPlace, repositoryOf, type Inputs } from './insertLink.ts';

/** What was active when the questions began: they take the focus away. */
const activeDocument = remembered(({ origin }) =>
  Promise.resolve(origin === 'palette' ? window.activeTextEditor?.document : undefined),
);

const askFile: Ask<Uri> = async (_prompt, args, invocation) => {
  await activeDocument(invocation, args);
  const [chosen] =
    (await showOpenDialog({ title: l10n.t('Choose a file to upload'), openLabel: l10n.t('Upload') })) ?? [];
  if (chosen === undefined) throw cancelled();
  return chosen;
};

/** The name in the text; the picture is shown beside. Entering it uploads the file. */
const askName: Ask<string> = async (prompt, args, invocation) => {
  const file = toUri(String(args.file));
  const given = baseName(file.path);
  const size = await sizeOf(file);
  const { name: repository } = await atRepository(invocation, args);
  const values = [formatSize(size), formatSize(mostMegabytes * 1_000_000), fullName(repository)];
  const question = l10n.t(
    'Enter a name to upload the file ({0} of at most {1}). Pictures are shown in the text, other files are links. Everybody who can read {2} sees it. So may everybody who has its address, also if the repository is private.',
    ...values,
  );
  const validate = (text: string): string | undefined => (text.trim() === '' ? l10n.t('Enter a value.') : undefined);
  const ask = (): Promise<string> => prompt.input({ prompt: question, value: given, validate });
  const typed = await withPicture(file, ask);
  const [extension = ''] = /\.[^.]*$/.exec(given) ?? [];
  return typed.toLowerCase().endsWith(extension.toLowerCase()) ? typed : typed + extension;
};

/** Bytes. @throws Failure if it is too large, or cannot be read */
async function sizeOf(file: Uri): Promise<number> {
  const { size } = await readable(file, workspace.fs.stat(file));
  checkSize(baseName(file.path), size);
  return size;
}

/** Asks before it is tried again, so that the caller still gets the link. */
async function tried<T>(
  invocation: Invocation,
  file: string,
  upload: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T> {
  try {
    return await invocation.withProgress(l10n.t('Uploading {0}', shownText(file)), upload);
  } catch (error) {
    if (invocation.silent || !isFailure(error, 'unreachable', 'timeout', 'broken', 'throttled')) throw error;
    const again = l10n.t('Try Again');
    const warning = warn(l10n.t('{0} was not inserted: {1}', file, explain(error)), again);
    if ((await invocation.withoutProgress(warning)) !== again) throw cancelled(error);
    return await tried(invocation, file, upload);
  }
}

/** Milliseconds until the question is asked although the picture is not shown yet. */
const pictureTime = 2_000;

async function withPicture<T>(file: Uri, ask: () => Promise<T>): Promise<T> {
  const shows = (input: unknown): boolean => input instanceof TabInputCustom && String(input.uri) === String(file);
  if (!isPicture(file.path) || tabsOf(shows).length > 0) return await ask();
  const open = commands.executeCommand('vscode.open', file, { viewColumn: ViewColumn.Beside, preserveFocus: true });
  const opened = Promise.resolve(open).catch(() => undefined);
  await Promise.race([opened, delay(pictureTime)]);
  try {
    return await ask();
  } finally {
    await closeTabs(shows);
    void opened.then(() => closeTabs(shows));
  }
}

export const uploadCommands = ({ loadHostFeatures, ...inputs }: Pick<Services, 'loadHostFeatures'> & Inputs) => ({
  'sourcehost.file.upload': onRepository({
    does: `Uploads a file for texts of a repository, at most ${mostMegabytes} MB. \`name\` is its name in the text. Everybody who has its address may read it. ${needsOperation}`,
    result: '`{ url, markdown }`',
    needsAccount: true,
    repository: repositoryAt(() => window.activeTextEditor && repositoryOf(window.activeTextEditor.document, inputs)),
    fields: { file: uri, name: optional(name) },
    ask: { file: askFile, name: askName },
    run: async (args, on, invocation) => {
      const from = toUri(args.file);
      const open = await activeDocument(invocation, args);
      const place = open && repositoryOf(open, inputs) !== undefined ? new LinkPlace(open) : undefined;
      const given = args.name ?? baseName(from.path);
      if (hasControl(given)) throw wrongValue('file', requires('printable'));
      await sizeOf(from);
      const file = new File([await readWhole(from)], given);
      // A picture is sent as Base64.
      const total = isPicture(given) ? Math.ceil(file.size / 3) * 4 : file.size;
      const upload = async (signal: AbortSignal, report: Report): Promise<Uploaded> => {
        const onSent = (bytes: number): void => percentOf(report)(Math.min(bytes, total), total);
        return await uploadFile(await loadHostFeatures(), on, file, { signal, onSent });
      };
      try {
        const uploaded = await tried(invocation, given, upload);
        if (invocation.origin === 'palette') await (place?.insert(uploaded) ?? copyLink(uploaded));
        return uploaded;
      } finally {
        place?.dispose();
      }
    },
  }),
});
