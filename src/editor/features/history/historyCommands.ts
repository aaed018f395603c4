import { line, optional, range } from '../../../api/contract/field.ts';
import type { HistoryCommit } from '../../../domain/git/gitHistory.ts';
import { openCommits, type CommitPages } from '../../../domain/history/commitList.ts';
import { repositoryCommits, type HostCommitParts } from '../../../domain/history/repositoryCommits.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { RequestOptions } from '../../../domain/hosts/source.ts';
import { isSha, shortSha } from '../../../domain/objects/gitSha.ts';
import type { CiReports } from '../../../domain/runs/ciReports.ts';
import { commitsOf } from '../../kit/rows/changes/commitRows.ts';
import { RowRuns } from '../../kit/rows/runTexts.ts';
import { onRepository } from '../../kit/commands/declare.ts';
import { activeEditorRef } from '../../kit/commands/activeEditor.ts';
import type { HistoryView } from './historyView.ts';
import type { Services } from '../../services/services.ts';

/** Commits that a program gets without `limit`. */
const fewCommits = 100;
const mostCommits = 10_000;

export interface CommitCommandParts extends Pick<Services, 'repositories' | 'knownRepositories' | 'pinned'> {
  readonly load: () => Promise<HostCommitParts>;
  readonly loadCi: () => Promise<CiReports>;
  readonly history: HistoryView;
}

export function historyCommands({
  load,
  loadCi,
  repositories,
  knownRepositories,
  pinned,
  history,
}: CommitCommandParts) {
  return {
    'sourcehost.history.show': onRepository({
      does: 'Of a branch, or of the file or folder `path`. Renames of a file are followed. Needs git.',
      result:
        'the newest commits, at most `limit` (100): `[{ sha, parents, message, author_name, author_email, authored_date }]`',
      fields: { path: optional(line), ref: optional(line), limit: optional(range(1, mostCommits)) },
      run: async ({ path = '', ref: refArgument, limit = fewCommits }, { connection, name }, { origin, signal }) => {
        const ref = refArgument ?? (origin === 'palette' ? activeEditorRef(name) : undefined);
        const remote = repositories.at({ ...name, ref });
        const read = async (options: RequestOptions): Promise<CommitPages | undefined> => {
          const parts = await load();
          const listOf = (tip: string) => repositoryCommits(parts, { connection, name }, { tip, path }, options);
          return await openCommits(listOf, remote, options);
        };
        let isOpened = false;
        const open = async (openSignal: AbortSignal): Promise<CommitPages | undefined> => {
          // A refresh of the view follows the branch.
          if (isOpened) await remote.check([], { signal: openSignal });
          isOpened = true;
          return await read({ signal: openSignal });
        };
        // A comparison asks the service for no sha that git knows.
        const note = (shas: readonly string[]): void => {
          for (const sha of shas) repositories.setResolved(name, sha, { kind: 'commit', name: sha, commit: sha });
        };
        const place = { connection, knownRepositories, pinned, name };
        const redraw = (): void => history.view.redraw(({ row }) => row.context === 'commit');
        const ci = new RowRuns(place, loadCi, redraw, () => branchOf(remote));
        const rows = { onCommits: note, ci, refresh: () => history.view.refresh() };
        const shortRef = ref !== undefined && isSha(ref) ? shortSha(ref) : ref;
        const subject = [path, shortRef, fullName(name)].filter(Boolean).join(' · ');
        if (origin !== 'code') {
          await history.show(commitsOf(place, open, rows), subject);
          return undefined;
        }
        const list = await read({ signal });
        const page = await list?.page(0, limit, { signal });
        await history.show(commitsOf(place, open, rows), subject);
        return (page?.commits ?? []).map(shownCommit);
      },
    }),
  };
}

/** A commit as programs get it. */
const shownCommit = ({ sha, parents, message, authorName, authorEmail, authoredDate }: HistoryCommit) => ({
  ...{ sha, parents, message },
  ...{ author_name: authorName, author_email: authorEmail, authored_date: authoredDate },
});

function branchOf({ state }: RemoteRef): string | undefined {
  return state?.head.kind === 'branch' ? state.head.name : undefined;
}
