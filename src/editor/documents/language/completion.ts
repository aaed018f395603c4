import {
  CompletionItem,
  CompletionItemKind,
  CompletionList,
  env,
  l10n,
  type MarkdownString,
  type Position,
  type Range,
  type TextDocument,
} from 'vscode';
import type { CallOptions } from '../../../api/http/send.ts';
import { oneLine } from '../../../core/text.ts';
import type { RecordAddress } from '../../../domain/hosts/address.ts';
import { fieldsOf } from '../../../domain/documents/kinds/kind.ts';
import type { RecordField } from '../../../domain/documents/text/recordField.ts';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import { readScalar, writeName, writeScalar } from '../../../domain/documents/text/frontMatter.ts';
import { markdown } from '../../kit/messages/markdown.ts';
import { frontPlaceAt, hasId, type FrontPlace } from '../documents/addresses.ts';
import { formChoices } from './formAnswers.ts';
import { describeField, describeMilestone, describeStates, describeType, typesIn } from './descriptions.ts';
import { mentionItems } from './mentions.ts';
import type { RecordText } from '../documents/texts.ts';

/** Completes keys and values of the front matter, choices of a form, and `#12` and `@login` in the text. */
export async function completionsAt(
  vocabulary: Vocabulary,
  document: TextDocument,
  { address, kind, reading, base }: RecordText,
  position: Position,
  options: CallOptions,
): Promise<CompletionList | undefined> {
  const fields = fieldsOf(kind, !hasId(address));
  const note = noteAt(document, position);
  if (note !== undefined) return new CompletionList(await notesOf(vocabulary, address, note, options));
  const place = frontPlaceAt(document, position, fields);
  if (place === undefined) {
    const choices = hasId(address) ? undefined : formChoices(document, position, reading);
    if (choices !== undefined) return choices;
    return await mentionItems(vocabulary, address, document, position, options);
  }
  if (place.on === 'key') {
    const written = new Set(reading.entries.map(({ key }) => key.text));
    const free = fields.filter(({ key }) => !written.has(key) || key === place.key);
    return new CompletionList(free.map((field) => keyItem(field, place.range)));
  }
  const field = fields.find(({ key }) => key === place.key);
  if (field === undefined) return undefined;
  const chosen = new Set(reading.entries.find(({ key }) => key.text === field.key)?.values.map((word) => word.text));
  const items = await valuesOf(vocabulary, address, field, options);
  const rest =
    field.type === 'names' ? items.filter(({ value }) => !chosen.has(value) || isAt(document, place, value)) : items;
  // If the text at the cursor is a complete value, each suggestion may replace it.
  const savedValues = [base?.values[field.key]].flat();
  const isWhole = [...savedValues, ...items.map(({ value }) => value)].some(
    (value) => value && isAt(document, place, value),
  );
  const whole = isWhole ? document.getText(place.range) : '';
  return new CompletionList(rest.map((item, index) => valueItem(place, item, index, whole)));
}

async function valuesOf(
  vocabulary: Vocabulary,
  address: RecordAddress,
  field: RecordField,
  options: CallOptions,
): Promise<Suggestion[]> {
  switch (field.source) {
    case 'labels':
      return (await vocabulary.labels(address, options)).map(({ name, color, description, issues }) => ({
        value: name,
        kind: color === undefined ? CompletionItemKind.EnumMember : CompletionItemKind.Color,
        detail: l10n.t('Used by {0} recent issues', issues),
        documentation: labelDocumentation(color, description),
      }));
    case 'people':
      return (await vocabulary.people(address, options)).map(({ login, name, member }) => ({
        value: login,
        kind: CompletionItemKind.User,
        detail: member === false ? l10n.t('{0} (not a member)', name ?? login) : name,
      }));
    case 'milestones':
      return (await vocabulary.milestones(address, options)).map((milestone) => ({
        value: milestone.title ?? '',
        kind: CompletionItemKind.Event,
        detail: describeMilestone(milestone),
        last: milestone.state === 'closed',
      }));
    case 'refs':
      return (await vocabulary.refs(address, options)).map(({ name, kind }) => ({
        value: name,
        kind: CompletionItemKind.Reference,
        detail: kind === 'branch' ? l10n.t('branch') : l10n.t('tag'),
      }));
    case 'branches': {
      const { names, main } = await vocabulary.branches(address, options);
      // A pull request mostly goes to the default branch, and never comes from it.
      const first = field.key === 'base' ? names.filter((name) => name === main) : [];
      return [...new Set([...first, ...names])].map((name) => ({
        value: name,
        kind: CompletionItemKind.Reference,
        detail: name === main ? l10n.t('default branch') : l10n.t('branch'),
        last: field.key === 'head' && name === main,
      }));
    }
    case undefined:
      return await choicesOf(vocabulary, address, field, options);
  }
}

async function choicesOf(
  vocabulary: Vocabulary,
  address: RecordAddress,
  field: RecordField,
  options: CallOptions,
): Promise<Suggestion[]> {
  if (field.type === 'date') return nextDays();
  const states = field.key === 'state' && address.kind === 'issues' ? await typesIn(vocabulary, address, options) : [];
  const documentation = states.length === 0 ? undefined : describeStates(states);
  const values = hasId(address) ? field.values : field.newValues;
  return values.map((value) => ({
    value,
    kind: CompletionItemKind.EnumMember,
    detail: describeField(field.key, value),
    documentation,
  }));
}

/** Suggests types and stages. The service does not save them from here; the organization defines them. */
async function notesOf(
  vocabulary: Vocabulary,
  address: RecordAddress,
  { note, range }: Note,
  options: CallOptions,
): Promise<CompletionItem[]> {
  if (address.kind !== 'issues') return [];
  const types = await typesIn(vocabulary, address, options);
  const notSaved = l10n.t('read-only: it cannot be changed from here');
  const item = (value: string, documentation: MarkdownString | undefined): CompletionItem => {
    const one = new CompletionItem(value, CompletionItemKind.EnumMember);
    [one.range, one.detail, one.insertText] = [range, notSaved, oneLine(value)];
    if (documentation !== undefined) one.documentation = documentation;
    return one;
  };
  if (note === 'type') return types.map((type) => item(type.type_name, describeType(type)));
  const stages = new Map(types.flatMap(({ status }) => status).map((one) => [one.status_name, one.status_desc]));
  return [...stages].map(([name, description]) => item(name, markdown`${description}`));
}

/** The editor draws a swatch for a documentation that is exactly a colour, or ends with one. */
function labelDocumentation(color: string | undefined, description: string): string | undefined {
  const text = oneLine(description, 300);
  return [text, color].filter(Boolean).join('\n\n') || undefined;
}

interface Suggestion {
  readonly value: string;
  readonly kind: CompletionItemKind;
  readonly detail?: string | undefined;
  readonly documentation?: string | MarkdownString | undefined;
  readonly last?: boolean;
}

interface Note {
  readonly note: 'type' | 'stage';
  readonly range: Range;
}

/** The note whose value is at the cursor; undefined on other lines than `# type: …` and `# stage: …`. */
function noteAt(document: TextDocument, position: Position): Note | undefined {
  const { text, range } = document.lineAt(position.line);
  const [head, note] = /^# (type|stage): ?/.exec(text) ?? [];
  if (head === undefined || position.character < head.length) return undefined;
  return { note: note === 'type' ? 'type' : 'stage', range: range.with(position.with({ character: head.length })) };
}

function isAt(document: TextDocument, { range }: FrontPlace, value: string): boolean {
  return readScalar(document.getText(range)) === value;
}

function keyItem({ key, type }: RecordField, range: Range): CompletionItem {
  const item = new CompletionItem(key, CompletionItemKind.Property);
  item.detail = describeField(key);
  item.range = range;
  item.insertText = type === 'names' ? `${key}:\n  - ` : `${key}: `;
  item.command = { command: 'editor.action.triggerSuggest', title: '' };
  return item;
}

function valueItem(
  { range, inLine, needsBlank }: FrontPlace,
  suggestion: Suggestion,
  index: number,
  whole: string,
): CompletionItem {
  const { value, kind, detail, documentation, last = false } = suggestion;
  const item = new CompletionItem(oneLine(value, 200), kind);
  const scalar = inLine ? writeName(value) : writeScalar(value);
  item.insertText = needsBlank ? ` ${scalar}` : scalar;
  item.filterText = whole + value;
  item.range = range;
  item.sortText = `${last ? 1 : 0}${String(index).padStart(5, '0')}`;
  if (detail !== undefined) item.detail = detail;
  if (documentation !== undefined) item.documentation = documentation;
  return item;
}

/** Common due dates: in one, two and four weeks, and the ends of the month and of the quarter. */
function nextDays(): Suggestion[] {
  const now = new Date();
  const day = (year: number, month: number, date: number): string =>
    new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
  const [year, month, today] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const detail = (value: string): string =>
    new Date(`${value}T00:00:00Z`).toLocaleDateString(env.language, { weekday: 'long', timeZone: 'UTC' });
  const days = [7, 14, 28].map((after) => day(year, month, today + after));
  return [...new Set([...days, day(year, month + 1, 0), day(year, month - (month % 3) + 3, 0)])].map((value) => ({
    value,
    kind: CompletionItemKind.Value,
    detail: detail(value),
  }));
}
