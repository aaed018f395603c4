import { l10n } from 'vscode';
import { parseFullName } from '../../domain/address.ts';
import type { RepositoryAt } from '../../domain/activeRepository.ts';
import type { Prompt } from '../kit/prompt.ts';
import type { Children, Node } from './node.ts';
import { pickNode } from './pick.ts';

/** The repository that a row stands for. */
export function repositoryOf(node: Node): RepositoryAt | undefined {
  if (!node.row.context.startsWith('repository')) return undefined;
  const { host, account, repository } = node.target ?? {};
  const named = typeof repository === 'string' ? parseFullName(repository) : undefined;
  if (named === undefined || typeof host !== 'string') return undefined;
  return { name: { host, ...named }, account: typeof account === 'string' ? account : undefined };
}

/** Asks for a repository: one of the rows below `children`, or `owner/repo` at `host` as typed. */
export function pickRepository(
  prompt: Prompt,
  children: Children,
  host: { readonly id: string; readonly account: string | undefined } | undefined,
  signal: AbortSignal,
): Promise<RepositoryAt> {
  return pickNode<RepositoryAt>(prompt, {
    placeholder: l10n.t('Choose a repository, or type owner/repo'),
    children,
    value: repositoryOf,
    typed: (text) => {
      const named = parseFullName(text);
      if (named === undefined || host === undefined) return undefined;
      return { label: text, value: { name: { host: host.id, ...named }, account: host.account } };
    },
    signal,
  });
}
