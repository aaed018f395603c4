import { l10n } from 'vscode';
import { parseFullName } from '../../domain/address.ts';
import type { RepositoryAt } from '../../domain/activeRepository.ts';
import type { Prompt } from '../kit/prompt.ts';
import type { Children } from './node.ts';
import { pickNode } from './pick.ts';
import { repositoryOf } from './place.ts';

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
