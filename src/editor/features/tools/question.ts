import { l10n, type MarkdownString } from 'vscode';
import { shownText } from '../../../core/text.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { previewLines, type PreviewLines } from '../../../tools/kit/previewLines.ts';
import type { FieldKey, PreviewWords } from '../../../tools/kit/previewWords.ts';
import type { Tool, ToolPreview } from '../../../tools/kit/tool.ts';
import { codeBlock, joinMarkdown } from '../../kit/messages/markdown.ts';

/** The question before a tool changes something. All its texts can have untrusted parts. */
export interface ToolQuestion extends PreviewLines {
  /** On one line. */
  readonly title: string;
  /** `owner/repo` */
  readonly repository: string;
}

export function toolQuestion(
  { name, effect }: Pick<Tool, 'name' | 'effect'>,
  preview: ToolPreview,
  hostName: string,
): ToolQuestion {
  const repository = fullName(preview.repository);
  const lines = previewLines(preview, words(), hostName);
  const note = l10n.t(
    'Drafts stay on this computer until you commit them. This window asks once for each repository. The first change:',
  );
  return {
    ...lines,
    title: titleOf(name, effect, repository, preview.branch),
    repository,
    place: effect === 'local' ? [...lines.place, note] : lines.place,
  };
}

function titleOf(tool: string, effect: Tool['effect'], repository: string, branch: string | undefined): string {
  if (effect === 'local') return l10n.t('Allow tools to change drafts of {0}?', repository);
  const titles = new Map([
    ['sourcehost_commit', l10n.t('Allow a tool to commit to “{0}” of {1}?', branch ?? '', repository)],
    [
      'sourcehost_create_ref',
      branch === undefined
        ? l10n.t('Allow a tool to create a tag in {0}?', repository)
        : l10n.t('Allow a tool to create a branch in {0}?', repository),
    ],
    ['sourcehost_create_issue', l10n.t('Allow a tool to create an issue in {0}?', repository)],
    ['sourcehost_edit_issues', l10n.t('Allow a tool to change issues of {0}?', repository)],
    ['sourcehost_create_pull_request', l10n.t('Allow a tool to create a pull request in {0}?', repository)],
    ['sourcehost_edit_pull_request', l10n.t('Allow a tool to change a pull request of {0}?', repository)],
    ['sourcehost_review', l10n.t('Allow a tool to review a pull request of {0}?', repository)],
    ['sourcehost_comment', l10n.t('Allow a tool to write a comment in {0}?', repository)],
    ['sourcehost_create_release', l10n.t('Allow a tool to create a release in {0}?', repository)],
  ]);
  return titles.get(tool) ?? l10n.t('Allow a tool to change {0}?', repository);
}

const labels: Readonly<Record<FieldKey, () => string>> = {
  host: () => l10n.t('Host'),
  branch: () => l10n.t('Branch'),
  message: () => l10n.t('Commit message'),
  author: () => l10n.t('Author'),
  newBranch: () => l10n.t('New branch'),
  newTag: () => l10n.t('New tag'),
  commit: () => l10n.t('Commit'),
  tagMessage: () => l10n.t('Tag message'),
  newIssue: () => l10n.t('New issue'),
  title: () => l10n.t('Title'),
  text: () => l10n.t('Text'),
  labels: () => l10n.t('Labels'),
  assignee: () => l10n.t('Assignee'),
  milestone: () => l10n.t('Milestone'),
  state: () => l10n.t('State'),
  move: () => l10n.t('Move'),
  delete: () => l10n.t('Delete'),
  tag: () => l10n.t('Tag'),
  newRelease: () => l10n.t('New release'),
  releaseNotes: () => l10n.t('Release notes'),
  target: () => l10n.t('Target of a new tag'),
  status: () => l10n.t('Status'),
  newPullRequest: () => l10n.t('New pull request'),
  merge: () => l10n.t('Merge'),
  draft: () => l10n.t('Draft'),
  pullRequest: () => l10n.t('Pull request'),
  review: () => l10n.t('Review'),
  issue: () => l10n.t('Issue'),
  commentOn: () => l10n.t('Comment on'),
  line: () => l10n.t('Line'),
  discussion: () => l10n.t('Discussion'),
};

const words = (): PreviewWords => ({
  label: (key) => labels[key](),
  named: (name, value) => l10n.t('{0}: {1}', name, value),
  none: l10n.t('(none)'),
});

/** The whole question as lines, with a space between its parts. */
export function questionLines({ place, fields, diffs }: ToolQuestion): readonly string[] {
  return joinedLines(place, fields, ...diffs);
}

/** As `questionLines`, for a dialog. A dialog removes spaces at the beginning of a line, so lines of a difference have a sign. */
function dialogLines({ place, fields, diffs }: ToolQuestion): readonly string[] {
  return joinedLines(place, fields, ...diffs.map((lines) => lines.map((line) => `│${line}`)));
}

function joinedLines(...parts: readonly (readonly string[])[]): readonly string[] {
  return parts.filter(({ length }) => length > 0).flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

/** Lines that fit into a dialog on every screen, and characters of each. */
const most = { lines: 25, characters: 200 };

/** What fits into a dialog. `isWhole`: nothing is left out. */
export function questionDetail(question: ToolQuestion): { readonly text: string; readonly isWhole: boolean } {
  const lines = dialogLines(question);
  const cut = (line: string): string => (line.length <= most.characters ? line : `${line.slice(0, most.characters)}…`);
  const visibleLines = lines.slice(0, most.lines).map(cut);
  const isWhole = lines.length <= most.lines && lines.every(({ length }) => length <= most.characters);
  const rest = l10n.t('The text is cut: “Show Changes” opens all {0} lines.', lines.length);
  return { text: (isWhole ? visibleLines : [...visibleLines, '…', rest]).join('\n'), isWhole };
}

/** UTF-16 units of a question in the chat. */
const longestInChat = 20_000;

/** The question for the chat; undefined if it is too long. Nothing in it is Markdown of a tool or of the service. */
export function questionMarkdown({ place, fields, diffs }: ToolQuestion): MarkdownString | undefined {
  const blocks = joinMarkdown(
    [codeBlock([...place, ...fields], 'text'), ...diffs.map((lines) => codeBlock(lines, 'diff'))],
    '\n\n',
  );
  return blocks.value.length > longestInChat ? undefined : blocks;
}

export const toolQuestionTitle = ({ title }: ToolQuestion): string => shownText(title);
