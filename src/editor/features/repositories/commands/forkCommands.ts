import type { HostPlace } from '../../../../domain/hosts/connections.ts';
import { l10n } from 'vscode';
import { flag, name, optional } from '../../../../api/contract/field.ts';
import { fullName } from '../../../../domain/hosts/address.ts';
import { subjectOf } from '../../../../domain/history/commitMessage.ts';
import { Failure, unlessFailed } from '../../../../core/errors.ts';
import { nameOf, type ForkBranch, type Forks } from '../../../../domain/repositories/forks.ts';
import type { AnyCommand, Invocation } from '../../../kit/command.ts';
import { askFrom } from '../../../kit/commands/ask.ts';
import { changeNotifier } from '../../../kit/commands/changeNotifier.ts';
import { confirmCurrent } from '../../../kit/commands/confirmCurrent.ts';
import { needsOperation, onRepository } from '../../../kit/commands/declare.ts';
import { askOwner } from '../../../kit/commands/newRepository.ts';
import { plainLabel } from '../../../kit/messages/labels.ts';
import { inform } from '../../../kit/prompts/prompt.ts';
import { branchDistance } from '../../../kit/rows/forkTexts.ts';
import type { Services } from '../../../services/services.ts';

type Parts = Pick<Services, 'changes' | 'fetcher' | 'knownRepositories' | 'loadForks'>;

/** Commits that a question names. */
const mostNamed = 10;

export function forkCommands(parts: Parts) {
  return { 'sourcehost.repository.fork': fork(parts), 'sourcehost.repository.syncFork': syncFork(parts) };
}

function fork({ changes, loadForks }: Parts): AnyCommand {
  return onRepository({
    does: `Makes a fork of a repository for the account, or for \`organization\`, and waits until the host has it. A fork that is there already is not made again. ${needsOperation}`,
    result: 'the fork',
    needsAccount: true,
    fields: { organization: optional(name), name: optional(name), path: optional(name) },
    ask: { organization: askOwner },
    runAsks: [],
    run: async (inputs, { connection, name: at }, { confirm, signal, silent, again, withProgress }) => {
      const owner = inputs.organization ?? connection.account?.login ?? '';
      const place = { connection, name: at };
      const forks = await loadForks();
      const existing = silent ? undefined : await forks.find(place, owner, { signal });
      if (existing === undefined)
        await confirm(
          l10n.t('Fork {0} into {1}?', fullName(at), owner),
          l10n.t('{0} gets a copy of the repository with all its branches.', owner),
          l10n.t('Fork'),
          'action',
        );
      else void inform(l10n.t('{0} is a fork of {1} already.', existing.full_name, fullName(at)));
      const title = l10n.t('Waiting for the fork of {0}', fullName(at));
      const made =
        existing ?? (await withProgress(title, (progress) => forks.create(place, inputs, { signal: progress, again })));
      changes.report({
        subject: 'repositories',
        host: at.host,
        repository: nameOf(at.host, made),
        reveal: [connection.account?.id ?? '', inputs.organization ?? 'ownRepositories', made.full_name],
        opens: !silent,
      });
      return made;
    },
  });
}

function syncFork(parts: Parts): AnyCommand {
  const { changes, knownRepositories, loadForks } = parts;
  const notify = changeNotifier(changes, 'branches');
  return onRepository({
    does: `Brings \`branch\` of a fork to the branch of its parent with the same name. Without \`force\`, commits that only the fork has stay, and \`synced\` is false if there are some; with it they are lost. ${needsOperation}`,
    result: '`{ synced, sha }`: whether both branches are the same now, and the commit of the fork',
    needsAccount: true,
    fields: { branch: name, force: optional(flag) },
    ask: {
      branch: askFrom(
        () => l10n.t('Synchronize which branch with the parent?'),
        ({ api, at }, { signal }) => api.branches.list.all(at, { signal }),
        (branch, { name: at }) => ({
          label: plainLabel(branch.name),
          description: branchDistance(branch.name, knownRepositories.distance(at, branch.name)) ?? '',
          value: branch.name,
        }),
      ),
    },
    runAsks: ['force'],
    run: async ({ branch, force = false }, on, invocation) => {
      const { connection, name: at } = on;
      const place = { connection, name: at };
      const forks = await loadForks();
      const drops = force || (!invocation.silent && (await askSync(parts, forks, place, branch, invocation)));
      const title = l10n.t('Synchronizing {0} of {1}', branch, fullName(at));
      const done = await invocation.withProgress(title, (signal) =>
        forks.sync(place, { branch, force: drops }, { signal }),
      );
      notify(on, { silent: invocation.silent }, branch);
      if (!done.synced && !invocation.silent)
        throw new Failure('refused', `${branch} was not synchronized`, {
          reason: 'forkDiverged',
          about: [branch, fullName(at)],
        });
      void forks.look(at, undefined, () => Promise.resolve(connection)).catch(() => undefined);
      return done;
    },
  });
}

/** Asks the user what of a branch may be lost. Resolves with whether its own commits are dropped. */
async function askSync(
  { fetcher }: Parts,
  forks: Forks,
  place: HostPlace,
  branch: string,
  invocation: Invocation,
): Promise<boolean> {
  const { signal } = invocation;
  const [own, parent] = [fullName(place.name), await forks.parentOf(place, { signal })];
  if (parent === undefined) throw new Failure('refused', `${own} is no fork`, { reason: 'noFork', about: [own] });
  const read = async (): Promise<(ForkBranch & { readonly subjects: readonly string[] }) | undefined> => {
    const told = await unlessFailed(forks.branches(place, { signal, only: branch }), 'refused');
    const one = told?.branches.find(({ name: each }) => each === branch);
    if (one !== undefined && one.other !== branch)
      throw new Failure('missing', 'the parent does not have the branch', {
        field: 'branch',
        reason: 'noSuchRef',
        about: [branch, fullName(parent)],
      });
    if (one === undefined || one.ahead === 0) return one && { ...one, subjects: [] };
    const query = { path: '', skip: 0, limit: mostNamed, without: one.otherSha };
    const lost = await fetcher.history(place.name).commits(one.sha, query, { signal });
    return { ...one, subjects: lost.map(({ message }) => subjectOf(message)) };
  };
  const agreed = await confirmCurrent(invocation, {
    read,
    keyOf: (now) => [now?.sha, now?.otherSha],
    question: (now) => {
      const message = l10n.t('Bring {0} of {1} to {0} of {2}?', branch, own, fullName(parent));
      if (now === undefined || now.ahead === 0) {
        const detail =
          now === undefined
            ? l10n.t('Commits that only the fork has stay.')
            : l10n.t('Commits that it gets: {0}. Nothing is lost.', now.behind);
        return { message, detail, action: l10n.t('Synchronize'), first: 'action' };
      }
      const more = now.ahead > now.subjects.length ? [l10n.t('…and {0} more', now.ahead - now.subjects.length)] : [];
      return {
        message,
        detail: [
          l10n.t(
            'Commits that it gets: {0}. Commits that only {1} has, and that are lost: {2}',
            now.behind,
            own,
            now.ahead,
          ),
          ...now.subjects,
          ...more,
        ].join('\n'),
        action: l10n.t('Discard Commits and Synchronize'),
      };
    },
  });
  return (agreed?.ahead ?? 0) > 0;
}
