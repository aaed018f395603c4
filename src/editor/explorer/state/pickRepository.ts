import { l10n } from 'vscode';
import { parseFullName } from '../../../domain/hosting/address.ts';
import type { RepositoryAt } from '../../../domain/hosting/activeRepository.ts';
import type { Prompt } from '../../kit/prompts/prompt.ts';
import type { Children } from '../tree/node.ts';
import { pickNode } from '../tree/pick.ts';
import { repositoryOf } from './place.ts';

/** Asks for a repository: one of the rows below `children`, or typed text `owner/repo` at `host`. */
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
