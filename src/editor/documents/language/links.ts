import { DocumentLink, l10n, Uri, type DocumentLinkProvider, type TextDocument } from 'vscode';
import { withoutEnd } from '../../../core/text.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { RecordAddress } from '../../../domain/hosts/address.ts';
import type { Release } from '../../../api/record/release.ts';
import { referencesIn, type Reference } from '../../../domain/documents/assist/references.ts';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import { splitLines } from '../../../domain/text/lines.ts';
import { referenceCommandUri, referenceTitle } from '../../kit/messages/markdown.ts';
import { recordUri } from '../../kit/uri.ts';
import { rangeOf } from '../documents/addresses.ts';
import type { RecordText, Texts } from '../documents/texts.ts';

/** Upper limit of references in one text; real texts have fewer. */
const most = 2_000;

class MilestoneLink extends DocumentLink {
  title: string | undefined;
  repository: RecordAddress | undefined;
}

/** From `#12`, `!45`, `@login`, milestones and attachments to what they name. */
export class Links implements DocumentLinkProvider {
  readonly #texts: Texts;
  readonly #vocabulary: Vocabulary;
  readonly #connections: Connections;

  constructor(texts: Texts, vocabulary: Vocabulary, connections: Connections) {
    this.#texts = texts;
    this.#vocabulary = vocabulary;
    this.#connections = connections;
  }

  provideDocumentLinks(document: TextDocument): DocumentLink[] {
    const text = this.#texts.of(document);
    if (text?.reading.sections === undefined) return [];
    return [...this.#inFront(document, text), ...this.#attachments(document, text), ...this.#inText(document, text)];
  }

  async resolveDocumentLink(link: DocumentLink): Promise<DocumentLink> {
    if (!(link instanceof MilestoneLink) || link.repository === undefined) return link;
    const milestones = await this.#vocabulary.milestones(link.repository);
    const milestone = milestones.find(({ title }) => title === link.title);
    if (milestone !== undefined)
      link.target = recordUri({ ...link.repository, kind: 'milestones', id: milestone.number });
    return link;
  }

  #inFront(document: TextDocument, { address, kind, reading }: RecordText): DocumentLink[] {
    return reading.entries.flatMap(({ key, values: [word] }) => {
      const source = kind.fields.find((field) => field.key === key.text)?.source;
      if (word === undefined) return [];
      if (source === 'people')
        return [this.#profile(address.host, word.text, rangeOf(document, word.at))].filter((one) => one !== undefined);
      if (source !== 'milestones') return [];
      const link = new MilestoneLink(rangeOf(document, word.at));
      [link.title, link.repository, link.tooltip] = [word.text, address, l10n.t('Open Milestone')];
      return [link];
    });
  }

  #inText(document: TextDocument, { address, reading }: RecordText): DocumentLink[] {
    const links: DocumentLink[] = [];
    let at = reading.sections?.body.from ?? 0;
    for (const line of splitLines(document.getText().slice(at))) {
      for (const { kind, name, from, to } of referencesIn(withoutEnd(line, '\r\n'))) {
        const range = rangeOf(document, { from: at + from, to: at + to });
        const link = this.#referenced(address, kind, name, range);
        if (link !== undefined) links.push(link);
      }
      if (links.length >= most) break;
      at += line.length;
    }
    return links;
  }

  #referenced(
    address: RecordAddress,
    kind: Reference['kind'],
    name: string,
    range: DocumentLink['range'],
  ): DocumentLink | undefined {
    if (kind === 'person') return this.#profile(address.host, name, range);
    const link = new DocumentLink(range, referenceCommandUri(address, { kind, number: name }));
    link.tooltip = referenceTitle(kind);
    return link;
  }

  #profile(host: string, login: string, range: DocumentLink['range']): DocumentLink | undefined {
    const { webUrl } = this.#connections.host(host) ?? {};
    if (webUrl === undefined) return undefined;
    const link = new DocumentLink(range, Uri.parse(`${withoutEnd(webUrl, '/')}/${encodeURIComponent(login)}`));
    link.tooltip = l10n.t('Open Profile on the Web');
    return link;
  }

  #attachments(document: TextDocument, { record, reading, address }: RecordText): DocumentLink[] {
    if (address.kind !== 'releases' || record?.latest === undefined || reading.sections === undefined) return [];
    const release: Partial<Release> = record.latest.record;
    const { from, to } = reading.sections.front;
    const line = /^# attachments: .*$/m.exec(document.getText().slice(from, to));
    if (line === null) return [];
    let at = from + line.index + '# attachments: '.length;
    return (release.assets ?? []).flatMap(({ name, browser_download_url: url = '' }) => {
      const range = rangeOf(document, { from: at, to: at + name.length });
      at += name.length + 2;
      // Only web addresses, and only if the line still contains the name that the service sent.
      if (document.getText(range) !== name || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return [];
      return [new DocumentLink(range, Uri.parse(url))];
    });
  }
}
