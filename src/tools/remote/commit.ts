import { filledText, optional } from '../../api/contract/field.ts';
import { Failure } from '../../core/errors.ts';
import {
  AgreedCommit,
  agreementTexts,
  commitMessage,
  sendsNothing,
} from '../../domain/sourceControl/commit/agreedCommit.ts';
import type { CommitTransport } from '../../domain/sourceControl/commit/commit.ts';
import type { Author } from '../../domain/sourceControl/commit/journal.ts';
import type { Checkout } from '../../domain/sourceControl/workingTree/checkout.ts';
import { selectChanges, type Selected } from '../../domain/sourceControl/commit/commitSelection.ts';
import { draftDiff } from '../kit/draftDiff.ts';
import { filePaths, refFields } from '../kit/inputs.ts';
import { openBranch, requireAccount, type ToolCheckout } from '../kit/place.ts';
import { added } from '../kit/preview.ts';
import { remoteTool } from '../kit/tool.ts';

export const commitDrafts = remoteTool({
  name: 'sourcehost_commit',
  title: 'Commit Drafts',
  description: 'Commits drafts to their branch on the host. The user sees the whole difference and must agree.',
  fields: { ...refFields, message: filledText, paths: optional(filePaths) },
  texts: { paths: 'Default: the staged drafts, else all drafts.' },
  async preview(services, { message, paths, ...input }, signal) {
    await requireAccount(services, input);
    const opened = await openBranch(services, input, signal, { isLatest: true });
    const { checkout, head, name: repository, title } = opened;
    const drafts: Selected[] = [];
    const diffs: string[] = [];
    for (const { layer, change: selected } of selectedDrafts(opened, paths)) {
      const content = await checkout.drafts.content(layer, selected.path);
      const { change = selected, bytes } = content ?? {};
      drafts.push({ layer, change });
      diffs.push(await draftDiff(opened, change, signal, bytes));
    }
    const agreed = new AgreedCommit(drafts, head);
    const author = await services.author(repository);
    const transport = await transportOf(checkout, { message, paths, drafts }, author);
    return {
      repository,
      branch: checkout.branch.branch,
      fields: [
        ...messagesOf(message, drafts, transport).flatMap((text) => added('message', text)),
        ...added('author', author && authorText(author)),
      ],
      diffs,
      // A difference shows neither modes nor the bytes of binary files.
      state: [head.commit ?? '', transport ?? '', ...agreementTexts(drafts)],
      async send(sending) {
        const request = { message, paths, author, transport, agreed };
        const committed = await checkout.committer.commit(request, { signal: sending });
        const entries = committed.map(({ path, result }) => `${result?.commit?.sha ?? 'committed'} ${path}`);
        // Git commits all files at once; the API each file by itself.
        const shas = new Set(committed.map(({ result }) => result?.commit?.sha));
        const changes = [...shas].map((id) => ({ kind: 'commit' as const, id, title: message }));
        const summary = `${entries.length} of ${drafts.length} files are committed to ${title}`;
        return { summary, entries, changes };
      },
    };
  },
});

/**
 * How the drafts are sent, if that is a part of what the user agrees to: it decides the messages if they name paths, and
 * the API stores neither executable files nor links. Otherwise undefined: the API is used if git cannot be.
 */
async function transportOf(
  { committer }: Checkout,
  {
    drafts,
    ...asked
  }: { readonly message: string; readonly paths?: readonly string[] | undefined; readonly drafts: readonly Selected[] },
  author: Author | undefined,
): Promise<CommitTransport | undefined> {
  const needsGit = drafts.some(({ change }) => change.kind !== 'removed' && change.mode !== '100644');
  return needsGit || asked.message.includes('{path}')
    ? await committer.transport(asked, () => Promise.resolve(author))
    : undefined;
}

const authorText = ({ name, email }: Author): string => `${name} <${email}>`;

/** The messages of the commits, each once. */
function messagesOf(
  message: string,
  drafts: readonly Selected[],
  transport: CommitTransport | undefined,
): readonly string[] {
  const paths = drafts.flatMap(({ change }) => (sendsNothing(change) ? [] : [change.path]));
  if (transport !== 'rest') return [commitMessage(message, paths)];
  return [...new Set(paths.map((path) => commitMessage(message, [path])))];
}

/** @throws Failure `missing` if there is nothing to commit */
function selectedDrafts({ checkout }: ToolCheckout, paths: readonly string[] | undefined): readonly Selected[] {
  const selected = selectChanges(checkout.drafts, paths);
  if (selected.length === 0) throw new Failure('missing', 'there are no drafts to commit', { reason: 'noDrafts' });
  return selected;
}
