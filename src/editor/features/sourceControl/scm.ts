import {
  l10n,
  languages,
  window,
  workspace,
  commands,
  Uri,
  type CompletionItemProvider,
  type CompletionList,
  type Position,
  type TextDocument,
} from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import { named } from '../../../core/log.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import { Prompt, inform } from '../../kit/prompts/prompt.ts';
import type { Services } from '../../services/services.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { fileUri, fileAddressOf } from '../../kit/uri.ts';
import { target } from '../../kit/prompts/target.ts';
import { signalOf } from '../../kit/signal.ts';
import { Authors } from './authors.ts';
import { BranchMessages } from './branchMessages.ts';
import { Changing } from './changing.ts';
import { Committing } from './committing.ts';
import { changeDecorations } from './changeDecorations.ts';
import { FileConflicts } from './fileConflicts.ts';
import { MarkerActions, sideScheme } from './conflicts/markerActions.ts';
import { registerLenses, Markers, followMarkers } from './conflicts/markers.ts';
import { watchLostBranches } from './lostBranches.ts';
import { SourceControls } from './sourceControls.ts';
import { Undoing } from './undoing.ts';
import { refNameWrong } from '../../kit/commands/ask.ts';

export interface Scm {
  readonly checkouts: CheckoutRegistry;
  readonly authors: Authors;
  readonly controls: SourceControls;
  readonly changing: Changing;
  readonly committing: Committing;
  readonly conflicts: FileConflicts;
  readonly markers: MarkerActions;
  readonly undoing: Undoing;
}
export type LoadScm = () => Promise<Scm>;

export function createScm(services: Services, mentions: MentionItems, lifetime: Lifetime): Scm {
  const { repositories, checkouts, connections, failures, windowMemory } = services;
  const state = services.context.globalState;
  const log = named(services.log, 'scm');
  const authors = new Authors(state, log);
  const messages = new BranchMessages(windowMemory, state, log);
  const controls = lifetime.add(new SourceControls({ repositories, checkouts, messages, connections, authors, log }));
  watchLostBranches({ repositories, checkouts, connections, log }, lifetime);
  const undoing = new Undoing(failures);
  const conflicts = new FileConflicts(undoing);
  const askBranch = (from: string): Promise<string> =>
    new Prompt({ title: l10n.t('Commit to a New Branch') }).input({
      prompt: l10n.t('Name of the new branch (created from {0})', from),
      validate: refNameWrong,
    });
  const committing = new Committing({
    ...services,
    authors,
    controls,
    conflicts,
    askBranch,
    onNewBranch: (...created) => {
      offerPullRequest(services, ...created).catch((error: unknown) => log.debug(messageOf(error)));
    },
  });
  const texts = new Markers();
  const markers = lifetime.add(new MarkerActions(texts));
  followMarkers(texts, lifetime);
  registerLenses(texts, lifetime);
  lifetime.add(workspace.registerTextDocumentContentProvider(sideScheme, markers));
  lifetime.add(window.registerFileDecorationProvider(changeDecorations(checkouts, lifetime)));
  const message = { scheme: 'vscode-scm', language: 'scminput' };
  lifetime.add(languages.registerCompletionItemProvider(message, messageMentions(mentions), '#', '@'));
  return { checkouts, authors, controls, changing: new Changing(undoing), committing, conflicts, markers, undoing };
}

/** Offers a pull request of a branch, of `name` or its `fork`, that was created for a commit, unless the host is known to have none. */
async function offerPullRequest(
  { connections, loadHostFeatures }: Services,
  name: RepositoryName,
  branch: string,
  fork?: RepositoryName,
): Promise<void> {
  const host = connections.host(name.host);
  if (host === undefined || (await (await loadHostFeatures()).lacks(host, 'pullRequests.create'))) return;
  const create = l10n.t('Create Pull Request…');
  const message =
    fork === undefined
      ? l10n.t('Committed to the new branch “{0}”.', plainLabel(branch))
      : l10n.t('Committed to the new branch “{0}” of {1}.', plainLabel(branch), fullName(fork));
  const open = l10n.t('Open Branch');
  const chosen = await inform(message, create, ...(fork === undefined ? [] : [open]));
  if (chosen === open && fork !== undefined)
    await commands.executeCommand('vscode.openFolder', fileUri({ ...fork, ref: branch, path: '' }), {
      forceNewWindow: true,
    });
  if (chosen !== create) return;
  const head = fork === undefined ? branch : `${fullName(fork)}:${branch}`;
  const args = { host: name.host, repository: fullName(name), head };
  await commands.executeCommand('sourcehost.pullRequest.create', { [target]: args });
}

export type MentionItems = (
  repository: RepositoryName,
  document: TextDocument,
  position: Position,
  options: { readonly signal: AbortSignal },
) => Promise<CompletionList | undefined>;

const messageMentions = (items: MentionItems): CompletionItemProvider => ({
  provideCompletionItems: async (document, position, token) => {
    // The address of a message box contains the folder of its source control.
    const root = new URLSearchParams(document.uri.query).get('rootUri');
    const address = root === null ? undefined : fileAddressOf(Uri.parse(root));
    return address && (await items(address, document, position, { signal: signalOf(token) }));
  },
});
