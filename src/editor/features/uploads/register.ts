import { DocumentDropOrPasteEditKind, languages } from 'vscode';
import { lazily } from '../../../core/async.ts';
import { recordScheme } from '../../../domain/hosts/address.ts';
import { fileMime, uriMime } from '../../kit/tree/mimes.ts';
import type { Register } from '../../services/services.ts';
import type { FileInsertion } from './fileInsertion.ts';
import type { Inputs } from './insertLink.ts';

/** The editor's own edits of Markdown, which would write into the folder of the document, yield to this kind. */
const kind = DocumentDropOrPasteEditKind.Empty.append('markdown', 'link', 'image', 'attachment', 'sourcehost');
const selector = [recordScheme, 'comment'].map((scheme) => ({ scheme, language: 'markdown' }));
const mimes = [fileMime, uriMime, 'image/*'];

/** Files that are pasted or dropped into documents of records, and into inputs of threads. */
export const registerUploads: Register<Inputs> = (services, lifetime) => {
  const { commands, load } = services;
  commands.add(async () => (await load()).uploadCommands(services));
  const insertion = lazily(async () => lifetime.add(new (await load()).FileInsertion(services, kind)));
  const paste = { providedPasteEditKinds: [kind], pasteMimeTypes: mimes };
  const drop = { providedDropEditKinds: [kind], dropMimeTypes: mimes };
  lifetime.add(
    languages.registerDocumentPasteEditProvider(
      selector,
      {
        provideDocumentPasteEdits: async (document, _ranges, transfer) =>
          await (await insertion()).pasteEdits(document, transfer),
        resolveDocumentPasteEdit: async (edit) => (await insertion()).resolve(edit),
      },
      paste,
    ),
  );
  const provideDocumentDropEdits = async (...dropped: Parameters<FileInsertion['dropEdit']>) =>
    await (await insertion()).dropEdit(...dropped);
  lifetime.add(languages.registerDocumentDropEditProvider(selector, { provideDocumentDropEdits }, drop));
};
