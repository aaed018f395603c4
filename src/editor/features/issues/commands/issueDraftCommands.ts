import { commands, env, l10n, ThemeIcon, Uri, window, workspace, type TextDocument, type TextEditor } from 'vscode';
import { optional } from '../../../../api/contract/field.ts';
import { Failure, unlessFailed } from '../../../../core/errors.ts';
import { codeFence, oneLine } from '../../../../core/text.ts';
import { fullName, fileScheme, parseFileAddress, repositoryKey } from '../../../../domain/hosts/address.ts';
import { titleOfComment } from '../../../../domain/documents/text/commentTitle.ts';
import {
  draftFrom,
  findTemplates,
  templateSettings,
  type IssueTemplate,
} from '../../../../domain/documents/assist/issueTemplates.ts';
import type { IssueDraft, TemplateSettings } from '../../../../domain/documents/assist/templateText.ts';
import { repositoryOfRemotes } from '../../../../domain/hosts/activeRepository.ts';
import { webLink, type Lines } from '../../../../domain/hosts/links.ts';
import type { RemoteRepositories } from '../../../../domain/repositories/remoteRepositories.ts';
import { toUri, uri } from '../../../kit/arguments.ts';
import { inform, Prompt, warn } from '../../../kit/prompts/prompt.ts';
import type { Choice } from '../../../kit/prompts/question.ts';
import { target } from '../../../kit/prompts/target.ts';
import { onRepository, type AtRepository } from '../../../kit/commands/declare.ts';
import { titleWith } from '../../../kit/commands/questionTitle.ts';
import type { LoadRecordTools, RecordTools } from '../../../documents/commands/recordTools.ts';
import type { LocalRepository } from '../../../kit/git.ts';

export function issueDraftCommands(load: LoadRecordTools, parts: PermalinkParts) {
  const linkTo = async (
    { uri: file }: TextDocument,
    from: number,
    to: number,
    on: AtRepository,
    signal: AbortSignal,
  ): Promise<string> => (await permalinkTo(parts, file, { from, to }, on, signal)) ?? pathOf(file, from, to);
  return {
    'sourcehost.issue.createFromSelection': onRepository({
      does: 'Opens a new issue with the selected text, and a link to its lines.',
      needsAccount: true,
      fields: { uri: optional(uri) },
      run: async ({ uri: resource }, on, { signal }) => {
        const { document, selection } = editorOf(resource);
        const code = document.getText(selection);
        const fence = codeFence(code);
        const quoted = code === '' ? '' : `\n\n${fence}${document.languageId}\n${code.replace(/\r?\n$/, '')}\n${fence}`;
        const link = await linkTo(document, selection.start.line + 1, selection.end.line + 1, on, signal);
        const body = `${link}${quoted}\n`;
        await (await load()).actions.openNew(on.name, 'issues', { body });
      },
    }),
    'sourcehost.issue.createFromComment': onRepository({
      does: 'Opens a new issue with the comment in the line of the cursor as its title, and a link to the line.',
      needsAccount: true,
      fields: { uri: optional(uri) },
      run: async ({ uri: resource }, on, { signal }) => {
        const { document, selection } = editorOf(resource);
        const { line } = selection.active;
        const title = oneLine(titleOfComment(document.lineAt(line).text), 200);
        const body = `${await linkTo(document, line + 1, line + 1, on, signal)}\n`;
        await (
          await load()
        ).actions.openNew(on.name, 'issues', { body, ...(title === '' ? {} : { values: { title } }) });
      },
    }),
    'sourcehost.issue.createFromTemplate': onRepository({
      does: 'Creates an issue from a template of the repository. A blank issue and the links of `config.yml` are offered too. If a template cannot be read, its line is named, and a blank issue opens.',
      needsAccount: true,
      fields: {},
      runAsks: [],
      run: async (_, on, { signal }) => await createFromTemplate((await load()).actions, on, signal),
    }),
  };
}

/** Templates that are read before the question, to show what they say about themselves. */
const mostRead = 10;

interface ReadTemplate extends IssueTemplate {
  /** Undefined: not read yet. */
  readonly draft: IssueDraft | undefined;
}

/** A template, or a web page; neither for a blank issue. */
interface TemplateChoice {
  readonly template?: ReadTemplate;
  readonly url?: string;
}

async function createFromTemplate(
  actions: RecordTools['actions'],
  on: AtRepository,
  signal: AbortSignal,
): Promise<void> {
  const place = { api: on.api, repository: on.name, login: undefined };
  const { templates: found, settings: path } = await findTemplates(place, { signal });
  const draftOf = async (one: IssueTemplate): Promise<IssueDraft> => await draftFrom(place, one, { signal });
  const read = async (one: IssueTemplate, index: number): Promise<ReadTemplate> => ({
    ...one,
    draft: index < mostRead ? await unlessFailed(draftOf(one), 'unreadable', 'missing') : undefined,
  });
  const [settings, templates] = await Promise.all([
    templateSettings(place, path, { signal }),
    Promise.all(found.map(read)),
  ]);
  const isEmpty = templates.length + settings.links.length === 0;
  if (isEmpty) void inform(l10n.t('This repository has no issue templates.'));
  const { template, url }: TemplateChoice = isEmpty
    ? {}
    : await new Prompt({ title: titleWith(l10n.t('New Issue'), fullName(on.name)) }).pick({
        placeholder: l10n.t('Which template?'),
        items: templateChoices(templates, settings),
      });
  if (url !== undefined) {
    await env.openExternal(Uri.parse(url));
    return;
  }
  if (template === undefined) {
    await actions.openNew(on.name, 'issues');
    return;
  }
  const { body, brokenLine, ...values } = template.draft ?? (await draftOf(template));
  await actions.openNew(on.name, 'issues', { values, body });
  if (brokenLine !== undefined) void showTemplateError(on, template.path, brokenLine);
}

/** The templates, the web pages of the settings, and a blank issue if the settings allow it. */
function templateChoices(
  templates: readonly ReadTemplate[],
  { allowsBlank, links }: TemplateSettings,
): readonly Choice<TemplateChoice>[] {
  return [
    ...templates.map((template) => ({
      label: template.draft?.name ?? template.name,
      description: template.draft?.about ?? template.path,
      value: { template },
    })),
    ...links.map(({ name, about, url }) => ({
      label: name,
      description: about === '' ? url : about,
      iconPath: new ThemeIcon('link-external'),
      value: { url },
    })),
    ...(allowsBlank ? [{ label: l10n.t('Blank Issue'), iconPath: new ThemeIcon('file'), value: {} }] : []),
  ];
}

async function showTemplateError({ name }: AtRepository, path: string, line: number): Promise<void> {
  const open = l10n.t('Open File');
  const message = l10n.t('{0}, line {1}: this template could not be read. The new issue does not use it.', path, line);
  if ((await warn(message, open)) !== open) return;
  const args = { host: name.host, repository: fullName(name), path, line };
  await commands.executeCommand('sourcehost.file.open', { [target]: args });
}

function editorOf(resource: Uri | string | undefined): TextEditor {
  const active = window.activeTextEditor;
  const wanted = resource === undefined ? undefined : toUri(resource).toString();
  const shows = ({ document }: TextEditor): boolean => document.uri.toString() === wanted;
  const editor = wanted === undefined || (active && shows(active)) ? active : window.visibleTextEditors.find(shows);
  if (editor === undefined)
    throw new Failure('invalid', 'no text editor shows this file', { field: 'uri', reason: 'noTextEditor' });
  return editor;
}

/** The path of lines in the workspace, as code. */
function pathOf(file: Uri, from: number, to: number): string {
  const relativePath = workspace.asRelativePath(file, false);
  return `\`${relativePath.replaceAll('`', '')}:${from}${to > from ? `-${to}` : ''}\``;
}

interface PermalinkParts {
  readonly repositories: Pick<RemoteRepositories, 'at' | 'knownRepositories'>;
  readonly cloneAt: (uri: Uri) => LocalRepository | undefined;
}

interface Place {
  readonly path: string;
  /** A commit. */
  readonly ref: string;
}

/** Undefined if the file is not of the repository, or its commit unknown. One request if the branch was not read. */
async function permalinkTo(
  parts: PermalinkParts,
  file: Uri,
  lines: Lines,
  on: AtRepository,
  signal: AbortSignal,
): Promise<string | undefined> {
  const place = file.scheme === fileScheme ? await remotePlace(parts, file, on, signal) : localPlace(parts, file, on);
  const page = parts.repositories.knownRepositories.page(on.connection.host, on.name);
  return place && webLink(page, { ...place, folder: false, lines });
}

async function remotePlace(
  { repositories }: PermalinkParts,
  { scheme, authority, path }: Uri,
  { name }: AtRepository,
  signal: AbortSignal,
): Promise<Place | undefined> {
  const address = parseFileAddress({ scheme, authority, path });
  if (repositoryKey(address) !== repositoryKey(name)) return undefined;
  const ref = (await unlessFailed(repositories.at(address).head({ signal }), 'unreachable', 'timeout'))?.commit;
  return ref === undefined ? undefined : { path: address.path, ref };
}

function localPlace({ cloneAt }: PermalinkParts, file: Uri, { connection, name }: AtRepository): Place | undefined {
  const clone = cloneAt(file);
  if (clone?.commit === undefined) return undefined;
  const repository = repositoryOfRemotes(clone.remotes, clone.upstream, [connection.host]);
  const isOwn = repository !== undefined && repositoryKey(repository) === repositoryKey(name);
  const folder = `${clone.root.path}/`;
  if (!isOwn || !file.path.startsWith(folder)) return undefined;
  return { path: file.path.slice(folder.length), ref: clone.commit };
}
