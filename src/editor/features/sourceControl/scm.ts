import { l10n, languages, window, workspace, type Memento } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import { named, type Log } from '../../../core/log.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import { Prompt } from '../../kit/prompts/prompt.ts';
import { Authors } from './authors.ts';
import { BranchMessages } from './branchMessages.ts';
import { Changing } from './changing.ts';
import { Committing } from './committing.ts';
import { changeDecorations } from './changeDecorations.ts';
import { FileConflicts } from './fileConflicts.ts';
import { MarkerActions, sideScheme } from './conflicts/markerActions.ts';
import { registerLenses } from './conflicts/markerLenses.ts';
import { Markers, followMarkers } from './conflicts/markers.ts';
import { watchLostBranches } from './lostBranches.ts';
import { type MentionItems, messageMentions } from './messageMentions.ts';
import { offerPullRequest } from './offerPullRequest.ts';
import { SourceControls } from './sourceControls.ts';
import { Undoing } from './undoing.ts';
import type { Services } from '../../services/services.ts';

export interface ScmParts extends Pick<
  Services,
  | 'repositories'
  | 'checkouts'
  | 'connections'
  | 'loadForks'
  | 'loadHostFeatures'
  | 'changes'
  | 'failures'
  | 'windowMemory'
> {
  readonly state: Memento;
  readonly mentions: MentionItems;
  readonly branchNameWrong: (name: string) => string | undefined;
  readonly log: Log;
}

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

export function createScm(parts: ScmParts, lifetime: Lifetime): Scm {
  const { repositories, checkouts, connections, changes, failures, state, windowMemory, mentions, branchNameWrong } =
    parts;
  const log = named(parts.log, 'scm');
  const authors = new Authors(state, log);
  const messages = new BranchMessages(windowMemory, state, log);
  const controls = lifetime.add(new SourceControls({ repositories, checkouts, messages, connections, authors, log }));
  watchLostBranches({ repositories, checkouts, connections, log }, lifetime);
  const undoing = new Undoing(failures);
  const conflicts = new FileConflicts(undoing);
  const askBranch = (from: string): Promise<string> =>
    new Prompt({ title: l10n.t('Commit to a New Branch') }).input({
      prompt: l10n.t('Name of the new branch (created from {0})', from),
      validate: branchNameWrong,
    });
  const committing = new Committing({
    repositories,
    checkouts,
    connections,
    changes,
    failures,
    loadForks: parts.loadForks,
    authors,
    controls,
    conflicts,
    askBranch,
    onNewBranch: (...created) => {
      offerPullRequest(parts, ...created).catch((error: unknown) => log.debug(messageOf(error)));
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
