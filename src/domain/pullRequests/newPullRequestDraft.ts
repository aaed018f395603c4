import type { RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { issueOfBranch } from '../clones/branchIssue.ts';
import { findPullRequestTemplate } from '../documents/assist/issueTemplates.ts';
import type { Values } from '../documents/text/recordField.ts';
import { messageOf } from '../../core/errors.ts';
import { baseName } from '../../core/path.ts';
import { subjectOf } from '../history/commitMessage.ts';
import { compareByHost, type PullRequestComparisonParts } from './pullRequestComparison.ts';

const mostCommits = 50;

/** A branch to be merged. `into`: the repository of the pull request, `name` or its parent. */
export interface MergedBranch {
  readonly name: RepositoryName;
  readonly head: string;
  readonly into: RepositoryName;
  readonly base: string | undefined;
}

export interface PullRequestDraft {
  readonly values: Values;
  readonly body: string;
}

/**
 * The first text of a new pull request. The title is that of the only commit, else of the issue in the name of the
 * branch. The text is the template of the repository, else the commits. What cannot be read is left out.
 */
export async function newPullRequestDraft(
  parts: PullRequestComparisonParts,
  connection: Connection,
  branch: MergedBranch,
  options: RequestOptions,
): Promise<PullRequestDraft> {
  const { name, head, into, base } = branch;
  const { api } = connection;
  const optional = async <T>(read: Promise<T>): Promise<T | undefined> =>
    await read.catch((error: unknown) => {
      if (options.signal?.aborted === true) throw error;
      parts.log.info(`a new pull request is without a part of its text: ${messageOf(error)}`);
      return undefined;
    });
  const number = issueOfBranch(head);
  const isOwn = into === name;
  const [messages = [], template, issue] = await Promise.all([
    optional(commitMessages(parts, connection, branch, options)),
    optional(findPullRequestTemplate({ api, repository: into, login: undefined }, options)),
    number === undefined ? undefined : optional(api.issues.get({ ...inApi(into), number }, options)),
  ]);
  const [only] = messages.length === 1 ? messages : [];
  const subject = only === undefined ? '' : subjectOf(only);
  const title = subject || (issue?.title ?? wordsOf(head));
  const body = only === undefined ? listOf(messages) : withoutSubject(only);
  return {
    values: { title, head: isOwn ? head : `${name.owner}/${name.repo}:${head}`, base, issue: issue?.number },
    body: template ?? body,
  };
}

/** `fix/12-main-menu` becomes `main menu`. */
const wordsOf = (branch: string): string =>
  baseName(branch)
    .replace(/^\d+[-_]/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim();

const listOf = (messages: readonly string[]): string => messages.map((message) => `- ${subjectOf(message)}\n`).join('');

function withoutSubject(message: string): string {
  const text = message.trim().split('\n').slice(1).join('\n').trim();
  return text === '' ? '' : `${text}\n`;
}

/** The messages of the commits that `head` adds, oldest first: as the host compares them, else by git. */
async function commitMessages(
  parts: PullRequestComparisonParts,
  connection: Connection,
  { name, head, base: optionalBase }: MergedBranch,
  options: RequestOptions,
): Promise<readonly string[]> {
  const base = optionalBase ?? 'HEAD';
  try {
    const { commits } = await compareByHost(parts.features, { connection, name }, { base, head }, options);
    return commits.slice(-mostCommits).flatMap(({ message, commit }) => commit?.message ?? message ?? []);
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    const tips = [head, base].map(async (ref) => (await parts.repositories.at({ ...name, ref }).head(options)).commit);
    const [tip, without] = await Promise.all(tips);
    if (tip === undefined || without === undefined) throw error;
    const query = { path: '', skip: 0, limit: mostCommits, without };
    const { signal } = options;
    const commits = await parts.fetcher.history(name).commits(tip, query, { signal });
    return commits.map(({ message }) => message).reverse();
  }
}
