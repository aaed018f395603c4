import { l10n } from 'vscode';
import { isFailure } from '../../../../core/errors.ts';
import { firstRepository } from '../../../../domain/hosts/activeRepository.ts';
import { fullName, type RepositoryName } from '../../../../domain/hosts/address.ts';
import { branchesOfRefspec } from '../../../../domain/refs/refspec.ts';
import { findPushBlocker } from '../../../../domain/permissions/pushBlockers.ts';
import type { OpenedClone, PushError, RemoteOfClone } from '../../../kit/gitApi.ts';
import { failureOfGit } from '../../../kit/messages/gitErrors.ts';
import { plainLabel } from '../../../kit/messages/labels.ts';
import { choose, inform, Prompt } from '../../../kit/prompts/prompt.ts';
import type { LocalCloneParts } from './localCloneParts.ts';
import { refNameWrong } from '../../../kit/commands/ask.ts';

interface FailedPush {
  readonly clone: OpenedClone;
  readonly remote: RemoteOfClone;
  readonly refspec: string;
  readonly error: PushError;
}

type Parts = Pick<LocalCloneParts, 'git' | 'connections' | 'failures' | 'knownRepositories'>;

/**
 * Offers a new branch if a protected one refused the push. False: another reason, which the git extension shows.
 * At most three requests for the rules, none if the host named the reason.
 */
export async function offerNewBranch(parts: Parts, failed: FailedPush): Promise<boolean> {
  const { clone, remote, refspec, error } = failed;
  const refs = branchesOfRefspec(refspec);
  const refused = parts.git.remotesOf(clone).find((one) => one.name === remote.name);
  const name = firstRepository(refused?.pushAddresses ?? [], parts.connections.hosts());
  if (refs === undefined || name === undefined || !(await isProtected(parts, name, refs.to, error))) return false;
  const offer = l10n.t('Push as a New Branch…');
  try {
    await choose(
      l10n.t('“{0}” of {1} is protected.', plainLabel(refs.to), fullName(name)),
      l10n.t('The host refused the push. Your commits can be pushed as a new branch.'),
      offer,
    );
    const branch = await askName(parts, name, refs.to);
    const isCurrent = clone.state.HEAD?.name === refs.from;
    await clone.createBranch(branch, isCurrent, isCurrent ? undefined : refs.from);
    await clone.push(remote.name, branch, true);
    void inform(
      l10n.t('Pushed to the new branch “{0}”. “{1}” still has the commits on this computer.', branch, refs.from),
    );
  } catch (failure) {
    if (isFailure(failure, 'cancelled')) return true;
    parts.failures.show(failureOfGit(failure), { task: l10n.t('The commits could not be pushed as a new branch') });
  }
  return true;
}

async function askName({ connections }: Parts, { host }: RepositoryName, to: string): Promise<string> {
  const [account] = await connections.accounts(host);
  return await new Prompt({ title: l10n.t('Push as a New Branch') }).input({
    prompt: l10n.t('Name of the new branch'),
    value: account === undefined ? to : `${account.login}/${to}`,
    validate: refNameWrong,
  });
}

async function isProtected(
  { connections, knownRepositories }: Parts,
  name: RepositoryName,
  branch: string,
  error: PushError,
): Promise<boolean> {
  const said = `${error.stderr ?? ''}\n${error.message}`;
  if (!/remote rejected|\b403\b|not allowed to push|protected branch/i.test(said)) return false;
  if ((await connections.accounts(name.host)).length === 0) return false;
  if (/protected branch/i.test(said)) {
    knownRepositories.protectedBranches.noteBranches(name, [{ name: branch, isProtected: true }]);
    return true;
  }
  const source = { ...name, connect: () => connections.connect(name.host) };
  const blocker = await findPushBlocker(source, knownRepositories, branch, {}).catch(() => undefined);
  return blocker?.kind === 'rule';
}
