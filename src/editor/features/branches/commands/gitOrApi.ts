import { commands, l10n } from 'vscode';
import { cancelled, Failure, isFailure, nobodySignedIn } from '../../../../core/errors.ts';
import { gitProblemFailure } from '../../../../domain/git/gitProblem.ts';
import type { GitProblem } from '../../../../domain/git/gitRepositories.ts';
import { fullName } from '../../../../domain/hosts/address.ts';
import type { Connections } from '../../../../domain/hosts/connections.ts';
import type { HostFeatures } from '../../../../domain/hosts/hostFeatures.ts';
import { webAddress } from '../../../../domain/hosts/webAddress.ts';
import { ApiRefRemoval } from '../../../../domain/sourceControl/commit/apiRefRemoval.ts';
import type { PushingGit } from '../../../../domain/sourceControl/commit/gitBranchPushes.ts';
import { RefRemoval } from '../../../../domain/sourceControl/commit/refRemoval.ts';
import type { Invocation } from '../../../kit/command.ts';
import type { AtRepository } from '../../../kit/commands/declare.ts';
import { explainGitProblem } from '../../../kit/messages/gitProblems.ts';
import { choose } from '../../../kit/prompts/prompt.ts';

export interface GitOrApi {
  readonly git: PushingGit;
  readonly loadHostFeatures: () => Promise<HostFeatures>;
  readonly connections: Connections;
}

/** The offer of the web page of `ref`; `sentence` says what needs git. */
interface WebOffer {
  readonly ref: string;
  readonly sentence: string;
}

/** With git, else with the API, else offers the web page. @throws Failure as `offerWebPage` */
export async function withRemoval<T>(
  parts: GitOrApi,
  on: AtRepository,
  { operation, ...offer }: WebOffer & { readonly operation: 'refs.removeBranch' | 'refs.removeTag' },
  invocation: Invocation,
  remove: (removal: RefRemoval | ApiRefRemoval) => Promise<T>,
): Promise<T> {
  const problem = await gitProblem(parts, on);
  if (problem === undefined) return await remove(new RefRemoval(parts.git));
  const features = await parts.loadHostFeatures();
  const { host } = on.connection;
  try {
    await features.require(host, operation, webAddress(host, on.name));
    return await remove(new ApiRefRemoval(features));
  } catch (error) {
    if (!isFailure(error, 'unsupported') || error.reason !== 'noOperation') throw error;
    return await offerWebPage(problem, on, offer, invocation);
  }
}

type GitObstacle = GitProblem | Failure;

export async function gitProblem(
  { git, connections }: GitOrApi,
  { name, connection: { account } }: AtRepository,
): Promise<GitObstacle | undefined> {
  if (account === undefined) throw nobodySignedIn();
  const problem = await git.problem(name.host);
  if (problem !== undefined) return problem;
  const active = await connections.connect(name.host);
  if (active.account?.login === account.login) return undefined;
  return new Failure('forbidden', `git uses another account than ${account.login}`, {
    field: 'account',
    reason: 'gitOtherAccount',
    about: [account.login],
  });
}

/** @throws Failure `refused` for a program; `forbidden` for another account than git uses; `cancelled` after the offer */
export async function offerWebPage(
  problem: GitObstacle,
  { name, connection }: AtRepository,
  { ref, sentence }: WebOffer,
  { silent, withoutProgress }: Invocation,
): Promise<never> {
  if (problem instanceof Failure) throw problem;
  if (silent) throw gitProblemFailure(problem);
  await withoutProgress(choose(sentence, explainGitProblem(problem), l10n.t('Open on the Web')));
  await commands.executeCommand('sourcehost.repository.openOnWeb', {
    host: name.host,
    account: connection.account?.login,
    repository: fullName(name),
    ref,
  });
  throw cancelled();
}
