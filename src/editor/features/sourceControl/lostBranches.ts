import { commands, l10n } from 'vscode';
import { messageOf, unlessFailed } from '../../../core/errors.ts';
import { fullName, repositoryKey } from '../../../domain/hosts/address.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { target } from '../../kit/prompts/target.ts';
import type { SourceControlsParts } from './sourceControls.ts';

type Parts = Pick<SourceControlsParts, 'repositories' | 'checkouts' | 'connections' | 'log'>;

/** Says where the drafts of a branch are that others renamed or removed, and moves them. */
export function watchLostBranches(parts: Parts, lifetime: Lifetime): void {
  // What was said: each is said once.
  const told = new Set<string>();
  const look = (remote: RemoteRef): void => {
    tell(remote, parts, told).catch((error: unknown) => parts.log.info(`drafts of a lost branch: ${messageOf(error)}`));
  };
  lifetime.add(parts.repositories.onDidChangeState(look));
  parts.repositories.all().forEach(look);
}

async function tell({ name, state }: RemoteRef, { checkouts, connections }: Parts, told: Set<string>): Promise<void> {
  if (state?.head.kind !== 'branch') return;
  const { head, formerName, problem } = state;
  const isGone = problem?.reason === 'noSuchRef';
  const lost = isGone ? head.name : formerName;
  const key = `${repositoryKey(name)} ${lost ?? ''} ${isGone ? '' : head.name}`;
  if (lost === undefined || told.has(key)) return;
  told.add(key);
  const { api, account } = await connections.connect(name.host);
  const drafted = (await checkouts.stored()).some(
    ({ branch }) =>
      branch.branch === lost && branch.account === account?.login && repositoryKey(branch) === repositoryKey(name),
  );
  if (!drafted) {
    told.delete(key);
    return;
  }
  const own = { host: name.host, account: account?.login, repository: fullName(name), ref: lost };
  const run = async (command: string, more = {}): Promise<unknown> =>
    await commands.executeCommand(command, { [target]: { ...own, ...more } });
  if (isGone) {
    const text = l10n.t(
      'The branch “{0}” of {1} is no longer on the host. Your drafts of it stay on this computer.',
      lost,
      fullName(name),
    );
    const move = l10n.t('Move Drafts…');
    if ((await showMessage('warning', text, [move])) === move) await run('sourcehost.draft.carry');
    return;
  }
  const text = l10n.t(
    'The default branch of {0} is “{1}” now. Your drafts of “{2}” stay on this computer, and are not shown in this folder.',
    fullName(name),
    head.name,
    lost,
  );
  const [move, open] = [l10n.t('Move Drafts to “{0}”', head.name), l10n.t('Open “{0}”', lost)];
  const at = { owner: name.owner, repo: name.repo, branch: lost };
  // After a failure, opening the branch shows the reason.
  const remains = await unlessFailed(api.branches.get(at, { priority: 'background' }), 'missing').then(
    (branch) => branch !== undefined,
    () => true,
  );
  const chosen = await showMessage('warning', text, remains ? [move, open] : [move]);
  if (chosen === move) await run('sourcehost.draft.carry', { to: head.name });
  else if (chosen === open) await run('sourcehost.draft.open');
}
