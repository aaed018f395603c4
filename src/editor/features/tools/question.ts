import { l10n, type MarkdownString } from 'vscode';
import { shownText } from '../../../core/text.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { askedDiff, askedLines } from '../../../tools/kit/fence.ts';
import { changeText, type FieldChange, type ToolPreview } from '../../../tools/kit/preview.ts';
import type { Tool } from '../../../tools/kit/tool.ts';
import { codeBlock, joinMarkdown } from '../../kit/messages/markdown.ts';

/** The question before a tool changes something. All its texts can have untrusted parts. */
export interface ToolQuestion {
  /** On one line. */
  readonly title: string;
  /** `owner/repo` */
  readonly repository: string;
  /** Where the change happens. */
  readonly place: readonly string[];
  /** Fields before and after, each with its name. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Unified diffs. */
  readonly diffs: readonly string[];
}

/** `hostName`: the display name of the host. */
export function toolQuestion(
  { name, effect }: Pick<Tool, 'name' | 'effect'>,
  preview: ToolPreview,
  hostName: string,
): ToolQuestion {
  const { repository, branch, fields, diffs } = preview;
  const note = l10n.t(
    'Drafts stay on this computer until you commit them. This window asks once for each repository. The first change:',
  );
  return {
    title: titleOf(name, effect, fullName(repository), branch),
    repository: fullName(repository),
    place: [
      l10n.t('{0}: {1}', l10n.t('Host'), hostName),
      ...(branch === undefined ? [] : [l10n.t('{0}: {1}', l10n.t('Branch'), branch)]),
      ...(effect === 'local' ? [note] : []),
    ],
    fields: fields.map((field) => [fieldLabel(field.name), valueText(field)] as const),
    diffs,
  };
}

function titleOf(tool: string, effect: Tool['effect'], repository: string, branch: string | undefined): string {
  if (effect === 'local') return l10n.t('Allow tools to change drafts of {0}?', repository);
  switch (tool) {
    case 'sourcehost_commit':
      return l10n.t('Allow a tool to commit to “{0}” of {1}?', branch ?? '', repository);
    case 'sourcehost_create_ref':
      return branch === undefined
        ? l10n.t('Allow a tool to create a tag in {0}?', repository)
        : l10n.t('Allow a tool to create a branch in {0}?', repository);
    case 'sourcehost_create_issue':
      return l10n.t('Allow a tool to create an issue in {0}?', repository);
    case 'sourcehost_edit_issues':
      return l10n.t('Allow a tool to change issues of {0}?', repository);
    case 'sourcehost_create_release':
      return l10n.t('Allow a tool to create a release in {0}?', repository);
    default:
      return l10n.t('Allow a tool to change {0}?', repository);
  }
}

const labels: Readonly<Record<string, () => string>> = {
  message: () => l10n.t('Commit message'),
  author: () => l10n.t('Author'),
  'new branch': () => l10n.t('New branch'),
  'new tag': () => l10n.t('New tag'),
  at: () => l10n.t('Commit'),
  'new issue': () => l10n.t('New issue'),
  text: () => l10n.t('Text'),
  labels: () => l10n.t('Labels'),
  assignee: () => l10n.t('Assignee'),
  milestone: () => l10n.t('Milestone'),
  state: () => l10n.t('State'),
  move: () => l10n.t('Move'),
  delete: () => l10n.t('Delete'),
  tag: () => l10n.t('Tag'),
  'new release': () => l10n.t('New release'),
  'release notes': () => l10n.t('Release notes'),
  'target of a new tag': () => l10n.t('Target of a new tag'),
  status: () => l10n.t('Status'),
};

/** The name of a field in the language of the user. The name of a field of an issue begins with the issue. */
function fieldLabel(name: string): string {
  const start = name.lastIndexOf(': ') + 2;
  const [about, key] = start < 2 ? ['', name] : [name.slice(0, start), name.slice(start)];
  return `${about}${labels[key]?.() ?? key}`;
}

function valueText({ before, after }: FieldChange): string {
  const text = (value: string | undefined): string => (value === undefined || value === '' ? l10n.t('(none)') : value);
  return before === undefined ? text(after) : changeText(text(before), text(after));
}

/** Fields. No value can look like another field, because each line of a long value has a sign. */
function fieldLines({ fields }: ToolQuestion): readonly string[] {
  return fields.flatMap(([name, value]) => {
    const lines = askedLines(value);
    const label = askedLines(name).join(' ');
    return lines.length === 1 ? [`${label}: ${lines[0] ?? ''}`] : [`${label}:`, ...lines.map((line) => `│ ${line}`)];
  });
}

const placeLines = ({ place }: ToolQuestion): readonly string[] => place.flatMap(askedLines);

/** The whole question as lines, in the order in which it is read: place, fields and each difference, with a space between. */
export function questionLines(question: ToolQuestion): readonly string[] {
  return joinedLines(placeLines(question), fieldLines(question), ...question.diffs.map(askedDiff));
}

/** As `questionLines`, for a dialog. A dialog removes spaces at the beginning of a line, so lines of a difference have a sign. */
function dialogLines(question: ToolQuestion): readonly string[] {
  const diffs = question.diffs.map((diff) => askedDiff(diff).map((line) => `│${line}`));
  return joinedLines(placeLines(question), fieldLines(question), ...diffs);
}

function joinedLines(...parts: readonly (readonly string[])[]): readonly string[] {
  return parts.filter(({ length }) => length > 0).flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

/** Lines that fit into a dialog on every screen, and characters of each. */
const most = { lines: 25, characters: 200 };

/**
 * The beginning of the question that fits into a dialog. `isWhole`: nothing is left out.
 */
export function questionDetail(question: ToolQuestion): { readonly text: string; readonly isWhole: boolean } {
  const lines = dialogLines(question);
  const cut = (line: string): string => (line.length <= most.characters ? line : `${line.slice(0, most.characters)}…`);
  const shown = lines.slice(0, most.lines).map(cut);
  const isWhole = lines.length <= most.lines && lines.every(({ length }) => length <= most.characters);
  const rest = l10n.t('This is not everything: “Show Changes” opens all {0} lines.', lines.length);
  return { text: (isWhole ? shown : [...shown, '…', rest]).join('\n'), isWhole };
}

/** UTF-16 units of a question in the chat. */
const longestInChat = 20_000;

/** The question for the chat; undefined if it is too long. Nothing in it is Markdown of a tool or of the service. */
export function questionMarkdown(question: ToolQuestion): MarkdownString | undefined {
  const blocks = joinMarkdown(
    [
      codeBlock([...placeLines(question), ...fieldLines(question)], 'text'),
      ...question.diffs.map((diff) => codeBlock(askedDiff(diff), 'diff')),
    ],
    '\n\n',
  );
  return blocks.value.length > longestInChat ? undefined : blocks;
}

/** The title as plain text for messages. */
export const toolQuestionTitle = ({ title }: ToolQuestion): string => shownText(title);
