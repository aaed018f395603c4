import {
  FileDecoration,
  l10n,
  ThemeColor,
  window,
  workspace,
  type DecorationOptions,
  type TextEditor,
  type Uri,
} from 'vscode';
import { oneLine } from '../../../core/text.ts';
import type { RecordAddress } from '../../../domain/hosts/address.ts';
import type { Records } from '../../../domain/documents/sync/records.ts';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import { colorOf } from '../../../domain/text/color.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { addressOf, rangeOf } from '../documents/addresses.ts';
import { nameOf } from '../documents/messages.ts';
import type { Texts } from '../documents/texts.ts';

export function tabDecoration(records: Records, uri: Uri): FileDecoration | undefined {
  const address = addressOf(uri);
  if (address === undefined) return undefined;
  const record = records.find(address);
  const loadedRecord = record?.latest;
  if (address.id === undefined || loadedRecord === undefined) return new FileDecoration(undefined, nameOf(address));
  const name = `${nameOf(address)}: ${oneLine(loadedRecord.title, 100)}`;
  if (record?.conflict !== undefined) {
    const color = new ThemeColor('gitDecoration.conflictingResourceForeground');
    return new FileDecoration('!', `${name} (${l10n.t('changed by others')})`, color);
  }
  const closed = loadedRecord.snapshot.values.state === 'closed';
  return closed ? new FileDecoration('✓', `${name} (${l10n.t('closed')})`) : new FileDecoration(undefined, name);
}

export class LabelColors extends Lifetime {
  readonly #texts: Texts;
  readonly #vocabulary: Vocabulary;
  readonly #swatch = this.add(window.createTextEditorDecorationType({}));

  constructor(texts: Texts, vocabulary: Vocabulary) {
    super();
    this.#texts = texts;
    this.#vocabulary = vocabulary;
    this.add(window.onDidChangeVisibleTextEditors(() => this.refresh()));
    this.add(workspace.onDidChangeTextDocument(({ document }) => addressOf(document.uri) && this.refresh()));
    this.refresh();
  }

  /** Renders the colours again: those of the record, and those of labels that other issues have. */
  refresh(): void {
    for (const editor of window.visibleTextEditors) {
      const address = addressOf(editor.document.uri);
      if (address?.kind === 'issues' || address?.kind === 'pullRequests') void this.#draw(editor, address);
    }
  }

  async #draw(editor: TextEditor, address: RecordAddress): Promise<void> {
    const loaded = await this.#vocabulary.loadedColors(address);
    editor.setDecorations(this.#swatch, this.#swatches(editor, loaded));
  }

  #swatches({ document }: TextEditor, loaded: ReadonlyMap<string, string | undefined>): DecorationOptions[] {
    const text = this.#texts.of(document);
    const record = text?.record?.latest?.record;
    const labeled = record !== undefined && 'labels' in record ? record.labels : [];
    const own = labeled.map(({ name, color }) => [name, colorOf(color)] as const);
    const colors = new Map([...loaded, ...own]);
    const labels = text?.reading.entries.find(({ key }) => key.text === 'labels');
    return (labels?.values ?? []).flatMap((word) => {
      const color = colors.get(word.text);
      if (color === undefined) return [];
      // The border makes white visible on white.
      const size = { width: '0.7em', height: '0.7em', margin: '0.2em 0.4em 0 0' };
      const before = { contentText: ' ', backgroundColor: color, border: '1px solid #88888888', ...size };
      return [{ range: rangeOf(document, word.at), renderOptions: { before } }];
    });
  }
}
