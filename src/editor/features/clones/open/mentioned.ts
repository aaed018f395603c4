import { l10n, type Command, type Uri } from 'vscode';
import { Failure } from '../../../../core/errors.ts';
import { mentionedIn, type NumberedReference } from '../../../../domain/history/commitMessage.ts';
import { inform, Prompt } from '../../../kit/prompts/prompt.ts';
import type { CloneCommits } from './cloneCommits.ts';
import type { LocalCloneParts } from './localCloneParts.ts';
import { openReference } from './terminalLinks.ts';
import { shortSha } from '../../../../domain/objects/gitSha.ts';

type Parts = Pick<LocalCloneParts, 'repositoryOf'> & { readonly commits: Pick<CloneCommits, 'message'> };

const id = 'sourcehost.commit.openMentioned';

/** The button in the hovers of commits, also of those that mention nothing: the git extension asks once for a clone. */
export function mentionCommand(root: Uri): Command {
  return {
    command: id,
    title: `$(references) ${l10n.t('Open Mention')}`,
    tooltip: l10n.t('Open the issue or pull request that the message mentions'),
    arguments: [root],
  };
}

/** Asks if it mentions several. @throws Failure `refused` if `root` is no clone of a repository of a known host */
export async function openMentioned({ commits, repositoryOf }: Parts, root: Uri, sha: string): Promise<void> {
  const repository = repositoryOf(root)?.name;
  if (repository === undefined)
    throw new Failure('refused', `${root.path} is no clone`, { field: 'folder', reason: 'noClone' });
  const mentioned = mentionedIn((await commits.message(root, sha)) ?? '');
  const [first] = mentioned;
  if (first === undefined) {
    void inform(l10n.t('The message of this commit mentions no issue or pull request.'));
    return;
  }
  const { kind, number: name } = mentioned.length === 1 ? first : await ask(mentioned, sha);
  await openReference(repository, { kind, name });
}

async function ask(mentioned: readonly NumberedReference[], sha: string): Promise<NumberedReference> {
  return await new Prompt({ title: l10n.t('Commit {0}', shortSha(sha)) }).pick({
    placeholder: l10n.t('Select one to open'),
    items: mentioned.map((value) => ({ label: `${value.kind === 'issue' ? '#' : '!'}${value.number}`, value })),
  });
}
