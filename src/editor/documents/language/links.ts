import { DocumentLink, l10n, Uri, type TextDocument } from 'vscode';
import type { NumberedReference } from '../../../domain/history/commitMessage.ts';
import { withoutEnd } from '../../../core/text.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import type { RecordAddress } from '../../../domain/hosts/address.ts';
import type { Release } from '../../../api/record/release.ts';
import { referencesIn } from '../../../domain/documents/assist/references.ts';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import { splitLines } from '../../../domain/text/lines.ts';
import { referenceCommandUri, referenceTitle } from '../../kit/messages/markdown.ts';
import { recordUri } from '../../kit/uri.ts';
import { rangeOf } from '../documents/addresses.ts';
import type { RecordText } from '../documents/texts.ts';

/** Upper limit of references in one text; real texts have fewer. */
const most = 2_000;

class MilestoneLink extends DocumentLink {
  title: string | undefined;
  repository: RecordAddress | undefined;
}

/** From `#12`, `!45`, `@login`, milestones and attachments to what they name. */
export function linksIn(document: TextDocument, text: RecordText, host: Host | undefined): DocumentLink[] {
  if (text.reading.sections === undefined) return [];
  return [...inFront(document, text, host), ...attachments(document, text), ...inText(document, text, host)];
}

export async function resolvedLink(link: DocumentLink, vocabulary: Vocabulary): Promise<DocumentLink> {
  if (!(link instanceof MilestoneLink) || link.repository === undefined) return link;
  const milestones = await vocabulary.milestones(link.repository);
  const milestone = milestones.find(({ title }) => title === link.title);
  if (milestone !== undefined)
    link.target = recordUri({ ...link.repository, kind: 'milestones', id: milestone.number });
  return link;
}

function inFront(
  document: TextDocument,
  { address, kind, reading }: RecordText,
  host: Host | undefined,
): DocumentLink[] {
  return reading.entries.flatMap(({ key, values: [word] }) => {
    const source = kind.fields.find((field) => field.key === key.text)?.source;
    if (word === undefined) return [];
    if (source === 'people') return [profile(host, word.text, rangeOf(document, word.at)) ?? []].flat();
    if (source !== 'milestones') return [];
    const link = new MilestoneLink(rangeOf(document, word.at));
    [link.title, link.repository, link.tooltip] = [word.text, address, l10n.t('Open Milestone')];
    return [link];
  });
}

function inText(document: TextDocument, { address, reading }: RecordText, host: Host | undefined): DocumentLink[] {
  const links: DocumentLink[] = [];
  let at = reading.sections?.body.from ?? 0;
  for (const line of splitLines(document.getText().slice(at))) {
    for (const { kind, name, from, to } of referencesIn(withoutEnd(line, '\r\n'))) {
      const range = rangeOf(document, { from: at + from, to: at + to });
      const link = kind === 'person' ? profile(host, name, range) : referenced(address, { kind, number: name }, range);
      if (link !== undefined) links.push(link);
    }
    if (links.length >= most) break;
    at += line.length;
  }
  return links;
}

function referenced(address: RecordAddress, reference: NumberedReference, range: DocumentLink['range']): DocumentLink {
  const link = new DocumentLink(range, referenceCommandUri(address, reference));
  link.tooltip = referenceTitle(reference.kind);
  return link;
}

function profile(host: Host | undefined, login: string, range: DocumentLink['range']): DocumentLink | undefined {
  if (host === undefined) return undefined;
  const link = new DocumentLink(range, Uri.parse(`${withoutEnd(host.webUrl, '/')}/${encodeURIComponent(login)}`));
  link.tooltip = l10n.t('Open Profile on the Web');
  return link;
}

function attachments(document: TextDocument, { record, reading, address }: RecordText): DocumentLink[] {
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
