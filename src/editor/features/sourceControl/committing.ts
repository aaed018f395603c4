import { commands, l10n } from 'vscode';
import { cancelled, Failure, isFailure } from '../../../core/errors.ts';
import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import { AgreedCommit } from '../../../domain/sourceControl/commit/agreedCommit.ts';
import type { CommittedPath } from '../../../domain/sourceControl/commit/committer.ts';
import type { CommitPlan, CommitRequest, FindAuthor } from '../../../domain/sourceControl/commit/commitPlan.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import { findPushBlocker, refusalOf, type PushBlocker } from '../../../domain/permissions/pushBlockers.ts';
import { selectChanges } from '../../../domain/sourceControl/commit/commitSelection.ts';
import { createBranch } from '../../../domain/refs/newRefs.ts';
import type { RequestOptions, Source } from '../../../domain/hosts/source.ts';
import type { Invocation } from '../../kit/command.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import { explain } from '../../kit/messages/explain.ts';
import { choose, inform } from '../../kit/prompts/prompt.ts';
import { seenBy } from './agreeing.ts';
import type { Authors } from './authors.ts';
import { branchInFork, canUseFork, forkFor } from './forkCommit.ts';
import { openConflicts, type FileConflicts } from './fileConflicts.ts';
import { goWithDrafts } from './goWithDrafts.ts';
import { otherBranches } from './otherBranches.ts';
import type { SourceControls } from './sourceControls.ts';
import { commitDetail, commitQuestion, lostModes, pathSummary, pushBlockerText } from './labels.ts';
import { showInStatusBar } from '../../kit/messages/show.ts';
import type { Services } from '../../services/services.ts';

export interface CommittingParts extends Pick<
  Services,
  'repositories' | 'checkouts' | 'connections' | 'changes' | 'failures' | 'loadForks'
> {
  readonly authors: Authors;
  readonly controls: SourceControls;
  readonly conflicts: FileConflicts;
  readonly askBranch: (from: string) => Promise<string>;
  /** Called after a user committed to a new branch, of the repository or of a fork of it. */
  readonly onNewBranch: (repository: RepositoryName, branch: string, fork?: RepositoryName) => void;
}

type Run = Pick<Invocation, 'silent' | 'signal' | 'withProgress'>;

/** For users and programs: checks push blockers, asks, and reports a commit that stops halfway. */
export class Committing {
  readonly #parts: CommittingParts;
  readonly #hasCommitted = new ContextKey<boolean>('sourcehost.hasCommitted');

  constructor(parts: CommittingParts) {
    this.#parts = parts;
  }

  /** Commits to the branch itself. If the service would refuse it, a user may choose a new branch. */
  async commit(checkout: Checkout, request: CommitRequest, run: Run): Promise<readonly CommittedPath[]> {
    if (run.silent) {
      const blocker = await knownBlocker(checkout, this.#parts, run.signal);
      if (blocker !== undefined) throw refusalOf(checkout.branch.branch, blocker);
      return await this.#deliver(checkout, await this.#plan(checkout, request, run), run);
    }
    const seen = await seenBy(checkout, request, run.signal);
    const blocker = await knownBlocker(checkout, this.#parts, run.signal);
    if (blocker !== undefined)
      return await this.#refused(checkout, seen, run, pushBlockerText(checkout, blocker), blocker);
    const newBranch = l10n.t('On a New Branch…');
    const { branch } = checkout.branch;
    const { plan, other } = await this.#agree(checkout, seen, branch, run, newBranch);
    if (other === newBranch) return await this.#commitToNew(checkout, await this.#parts.askBranch(branch), plan, run);
    return await this.#deliver(checkout, plan, run);
  }

  async resume(checkout: Checkout, run: Run): Promise<readonly CommittedPath[]> {
    const resume = (agreed?: AgreedCommit): Promise<readonly CommittedPath[]> =>
      this.#work(checkout, run, (signal, onFile) => checkout.committer.resume({ signal, onFile }, agreed));
    if (run.silent) return await resume();
    const journal = await checkout.committer.interrupted();
    if (journal === undefined) {
      void inform(l10n.t('There is no interrupted commit.'));
      throw cancelled();
    }
    const { message, author, entries } = journal;
    const { drafts } = checkout;
    const paths = entries.map(({ path }) => path).filter((path) => drafts.effective(path) !== undefined);
    const agreed = new AgreedCommit(selectChanges(drafts, paths));
    const request = { message, author, agreed };
    return await this.#untilDecided(checkout, run, () => resume(agreed), request);
  }

  /** Creates a branch at the commit of this branch, moves all drafts to it, commits, and switches to it. */
  async commitOnNewBranch(
    checkout: Checkout,
    name: string,
    request: CommitRequest,
    run: Run,
  ): Promise<readonly CommittedPath[]> {
    if (run.silent) return await this.#commitToNew(checkout, name, await this.#plan(checkout, request, run), run);
    const seen = request.agreed === undefined ? await seenBy(checkout, request, run.signal) : request;
    const { plan } = await this.#agree(checkout, seen, name, run);
    return await this.#commitToNew(checkout, name, plan, run);
  }

  /** Commits to a new branch of a fork. The window stays where it is. */
  async #commitToFork(
    checkout: Checkout,
    name: string,
    request: CommitRequest,
    run: Run,
  ): Promise<readonly CommittedPath[]> {
    const { plan } = await this.#agree(checkout, request, name, run);
    const connection = await sourceOf(checkout, this.#parts).connect();
    const fork = await forkFor(await this.#parts.loadForks(), connection, checkout.remote.name, run);
    return await this.#commitToNew(checkout, name, plan, run, fork);
  }

  async #commitToNew(
    checkout: Checkout,
    name: string,
    plan: CommitPlan,
    run: Run,
    fork?: RepositoryName,
  ): Promise<readonly CommittedPath[]> {
    const { repositories, checkouts, changes, controls, failures } = this.#parts;
    const { branch, remote: old } = checkout;
    // If the branch was deleted on the server, its last known commit is used.
    await old.checkNow({ signal: run.signal }).catch((error: unknown) => {
      if (!isFailure(error, 'missing')) throw error;
    });
    const { commit } = await old.head({ signal: run.signal });
    if (commit === undefined)
      throw new Failure('invalid', 'the repository is empty', { field: 'branch_name', reason: 'noCommits' });
    const connection = await sourceOf(checkout, this.#parts).connect();
    const into = fork ?? old.name;
    const start = { refs: commit, name };
    if (fork === undefined) await createBranch({ connection, name: into }, start, { signal: run.signal });
    else await branchInFork(await this.#parts.loadForks(), { connection, name: fork }, checkout, start, run);
    repositories.setResolved(into, name, { kind: 'branch', name, commit });
    changes.report({ subject: 'branches', host: branch.host, repository: into, reveal: [name] });
    const control = controls.of(checkout);
    const inPlace = control !== undefined && old.ref === undefined && fork === undefined;
    const remote = inPlace ? repositories.afterSwitch(into, name) : repositories.at({ ...into, ref: name });
    const target = await targetAt(checkouts, remote, name);
    const moved = await checkout.drafts.moveTo(target.drafts);
    await checkout.committer.forget();
    try {
      const done = await this.#deliver(target, plan, run);
      if (control !== undefined) control.message = '';
      if (!run.silent) this.#parts.onNewBranch(old.name, name, fork);
      return done;
    } catch (error) {
      // The window still shows the branch whose drafts these were.
      if (fork !== undefined) await target.drafts.moveTo(checkout.drafts);
      throw error;
    } finally {
      // The drafts are on the new branch now, even if the commit failed.
      if (control !== undefined && fork === undefined) {
        controls.moveMessage(checkout, target);
        await goWithDrafts(checkout, target, moved, failures);
      }
    }
  }

  /** Sends the commit. A user decides about what stops it. */
  async #deliver(checkout: Checkout, plan: CommitPlan, run: Run): Promise<readonly CommittedPath[]> {
    if (run.silent) return await this.#send(checkout, plan, run);
    return await this.#untilDecided(checkout, run, () => this.#sendAgreed(checkout, plan, run), plan);
  }

  /** As `#send`. If git cannot create the commit, asks the user about a new plan, because it makes several commits. */
  async #sendAgreed(checkout: Checkout, plan: CommitPlan, run: Run): Promise<readonly CommittedPath[]> {
    try {
      return await this.#send(checkout, plan, run);
    } catch (error) {
      if (plan.transport !== 'git' || !checkout.committer.isGitRefused) throw error;
      if ((await this.#plan(checkout, plan, run)).transport === 'git') throw error;
      this.#parts.failures.show(error, { task: l10n.t('Git cannot be used for this commit') });
      const again = await this.#agree(checkout, plan, checkout.branch.branch, run);
      return await this.#send(checkout, again.plan, run);
    }
  }

  async #send(checkout: Checkout, plan: CommitPlan, run: Run): Promise<readonly CommittedPath[]> {
    return await this.#work(checkout, run, (signal, onFile) => checkout.committer.commit(plan, { signal, onFile }));
  }

  /** Runs one attempt with progress. If it stops halfway, the user is told how many files are committed. */
  async #work(
    checkout: Checkout,
    run: Run,
    work: (
      signal: AbortSignal,
      onFile: (path: string, index: number, count: number) => void,
    ) => Promise<readonly CommittedPath[]>,
  ): Promise<readonly CommittedPath[]> {
    const { controls, failures } = this.#parts;
    let [begun, count] = [0, 0];
    const title = l10n.t('Committing to {0}', checkout.branch.branch);
    try {
      const done = await run.withProgress(title, (signal, report) =>
        work(signal, (path, index, all) => {
          [begun, count] = [index, all];
          report(l10n.t('{0} of {1}: {2}', index + 1, all, path), 100 / all);
        }),
      );
      void this.#hasCommitted.set(true);
      if (!run.silent) showInStatusBar(`$(check) ${committedText(done.length)}`, 5_000);
      return done;
    } catch (error) {
      if (run.silent || begun === 0 || isFailure(error, 'conflict', 'forbidden')) throw error;
      const summary = l10n.t('{0} of {1} files are committed, the rest are still drafts', begun, count);
      const isInterrupted = (await checkout.committer.interrupted()) !== undefined;
      const retry = (): void =>
        void commands.executeCommand('sourcehost.commit.resume', resumeArguments(checkout)).then(undefined, () => {});
      const stopped = l10n.t('Commit to {0} stopped', checkout.branch.branch);
      if (isFailure(error, 'cancelled')) void offerResume(summary, isInterrupted ? retry : undefined);
      else failures.show(error, { task: countsIn(error) ? stopped : summary, ...(isInterrupted ? { retry } : {}) });
      throw cancelled(error);
    } finally {
      controls.refresh(checkout);
    }
  }

  /** Retries after each decision of the user. If the service refuses, a new branch is offered. */
  async #untilDecided(
    checkout: Checkout,
    run: Run,
    work: () => Promise<readonly CommittedPath[]>,
    request: CommitRequest,
  ): Promise<readonly CommittedPath[]> {
    for (;;) {
      try {
        const done = await work();
        const control = this.#parts.controls.of(checkout);
        if (control !== undefined && control.message.trim() === request.message.trim()) control.message = '';
        return done;
      } catch (error) {
        if (isFailure(error, 'conflict') && openConflicts(checkout).length > 0) {
          if (await this.#parts.conflicts.resolveAll(checkout)) {
            request.agreed?.discarded(withoutDraft(checkout, error.about));
            continue;
          }
          void inform(l10n.t('Others changed the same lines. Resolve the conflicts, save, then commit again.'));
          throw cancelled(error);
        }
        const gone = isFailure(error, 'missing') && error.field === 'ref';
        if (!isFailure(error, 'forbidden') && !gone) throw error;
        const blocker = gone ? undefined : await findBlockerOf(checkout, this.#parts, run);
        const why = blocker === undefined ? explain(error) : pushBlockerText(checkout, blocker);
        return await this.#refused(checkout, request, run, why, blocker);
      }
    }
  }

  /** Explains why the branch refuses the commit, and offers a new branch if that can help. */
  async #refused(
    checkout: Checkout,
    request: CommitRequest,
    run: Run,
    why: string,
    blocker: PushBlocker | undefined,
  ): Promise<readonly CommittedPath[]> {
    const helps = blocker === undefined || blocker.kind === 'rule';
    const action = l10n.t('Commit to a New Branch…');
    const message = l10n.t('You cannot commit to {0}.', checkout.branch.branch);
    const canFork = await canUseFork(this.#parts, checkout, blocker);
    const toFork = l10n.t('Commit to Your Fork…');
    const fork = canFork ? [l10n.t('Your fork is used for a commit. If you have none, it is made first.')] : [];
    const detail = [why, ...fork, l10n.t('Your changes are kept as drafts.')].join('\n\n');
    const chosen = await choose(message, detail, ...(canFork ? [toFork] : []), ...(helps ? [action] : []));
    const name = await this.#parts.askBranch(checkout.branch.branch);
    if (chosen === toFork) return await this.#commitToFork(checkout, name, request, run);
    return await this.commitOnNewBranch(checkout, name, request, run);
  }

  /** Asks before the first request, because commits cannot be undone. `other`: the chosen one of `buttons`. */
  async #agree(
    checkout: Checkout,
    request: CommitRequest,
    branch: string,
    run: Run,
    ...buttons: readonly string[]
  ): Promise<{ readonly plan: CommitPlan; readonly other?: string | undefined }> {
    const plan = { ...(await this.#plan(checkout, request, run)), canFallBack: false };
    const { files, agreed } = plan;
    agreed?.demand(files, undefined);
    if (files.length === 0) {
      const ignored = [...(await checkout.workingTree.ignored(run))];
      const names = pathSummary(ignored);
      void inform(
        ignored.length === 0
          ? l10n.t('Nothing to commit.')
          : l10n.t('Nothing to commit: .gitignore ignores {0}.', names),
      );
      throw cancelled();
    }
    if (files.length === 1 && lostModes(plan).length === 0) return { plan };
    const { question, action } = commitQuestion(plan, branch);
    const chosen = await choose(question, commitDetail(plan), action, ...buttons);
    return { plan, other: chosen === action ? undefined : chosen };
  }

  async #plan(checkout: Checkout, { author, ...request }: CommitRequest, { silent }: Run): Promise<CommitPlan> {
    const { branch, committer } = checkout;
    const { authors, connections } = this.#parts;
    const chosen = author ?? authors.chosen(`${branch.host}/${branch.account ?? ''}`);
    // A user sees the author. Otherwise only git needs it, because the service knows the author of a request.
    const find: FindAuthor = async (transport) =>
      silent && transport === 'rest'
        ? undefined
        : await authors.of(await connections.connect(branch.host, branch.account));
    const plan = await committer.plan({ ...request, author: chosen }, find);
    if (plan.files.length === 0) await this.#demandDraftsHere(checkout);
    return plan;
  }

  /** The user may mean the drafts of the branch that was the default branch before. */
  async #demandDraftsHere(checkout: Checkout): Promise<void> {
    const others = otherBranches(checkout, await this.#parts.checkouts.stored());
    if (others.length === 0) return;
    const [here, names] = [checkout.branch.branch, others.map(({ branch }) => branch.branch)];
    throw new Failure('missing', `no drafts on ${here}, but on ${names.join(', ')}`, {
      reason: 'draftsElsewhere',
      about: [here, ...names],
    });
  }
}

const withoutDraft = ({ drafts }: Checkout, paths: readonly string[] = []): readonly string[] =>
  paths.filter((path) => drafts.effective(path) === undefined);

async function targetAt(checkouts: CheckoutRegistry, remote: RemoteRef, name: string): Promise<Checkout> {
  const target = await checkouts.of(remote);
  if (target !== undefined) return target;
  throw new Failure('missing', `there is no branch ${name}`, {
    field: 'branch_name',
    reason: 'noSuchRef',
    about: [name, fullName(remote.name)],
  });
}

async function offerResume(summary: string, resume: (() => void) | undefined): Promise<void> {
  const action = l10n.t('Resume Commit');
  if ((await inform(`${summary}.`, ...(resume === undefined ? [] : [action]))) === action) resume?.();
}

/** Sends requests only if known facts suggest that the push is blocked. */
async function knownBlocker(
  checkout: Checkout,
  parts: Pick<CommittingParts, 'connections' | 'repositories'>,
  signal: AbortSignal,
): Promise<PushBlocker | undefined> {
  const { archived, canPush } = parts.repositories.knownRepositories.get(checkout.remote.name);
  const doubtful = checkout.remote.state?.head.canPush === false || archived === true || canPush === false;
  return doubtful ? await findBlockerOf(checkout, parts, { signal }) : undefined;
}

async function findBlockerOf(
  checkout: Checkout,
  parts: Pick<CommittingParts, 'connections' | 'repositories'>,
  options: RequestOptions,
): Promise<PushBlocker | undefined> {
  return await findPushBlocker(
    sourceOf(checkout, parts),
    parts.repositories.knownRepositories,
    checkout.branch.branch,
    options,
  );
}

function sourceOf(
  { branch: { host, owner, repo, account } }: Checkout,
  { connections, repositories }: Pick<CommittingParts, 'connections' | 'repositories'>,
): Source {
  return {
    host,
    owner,
    repo,
    connect: () => connections.connect(host, account),
    onRecord: (repository) => repositories.knownRepositories.noteRecord(host, repository),
  };
}

const countsIn = (error: unknown): boolean =>
  isFailure(error) && (error.reason === 'maybeCommitted' || error.reason === 'answersFail');

const committedText = (files: number): string =>
  files === 1 ? l10n.t('1 file committed') : l10n.t('{0} files committed', files);

const resumeArguments = ({ branch, remote }: Checkout): object => ({
  host: branch.host,
  repository: fullName(branch),
  ref: remote.ref ?? branch.branch,
});
