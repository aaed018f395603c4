import { filledText, optional } from '../../api/contract/field.ts';
import { Failure } from '../../core/errors.ts';
import {
  AgreedCommit,
  agreementTexts,
  commitMessage,
  sendsNothing,
} from '../../domain/sourceControl/commit/agreedCommit.ts';
import { conflictAt } from '../../domain/sourceControl/commit/fileSender.ts';
import type { CommitTransport } from '../../domain/sourceControl/commit/commitPlan.ts';
import type { Author } from '../../domain/sourceControl/commit/journal.ts';
import type { SelectedChange } from '../../domain/sourceControl/commit/commitSelection.ts';
import { hasMarkers } from '../../domain/text/conflict.ts';
import { draftDiff } from '../kit/drafts.ts';
import { openBranch, openForChange } from '../kit/place.ts';
import { added, filePaths, refFields, remoteTool } from '../kit/tool.ts';

export const commitDrafts = remoteTool({
  name: 'sourcehost_commit',
  title: 'Commit Drafts',
  description: 'Commits drafts to their branch on the host.',
  fields: { ...refFields, message: filledText, paths: optional(filePaths) },
  texts: { paths: 'Default: the staged drafts, else all.' },
  async preview(services, { message, paths, ...input }, signal) {
    await openForChange(services, input);
    const opened = await openBranch(services, input, signal, { isCommitted: true });
    const { checkout, head, name: repository, title } = opened;
    await checkout.committer.clean({ paths }, signal);
    const plan = await checkout.committer.plan({ message, author: undefined, paths }, () =>
      services.author(repository),
    );
    const { files, author } = plan;
    const selected = new Set(files.map(({ change }) => change.path));
    const ignored = [...(await checkout.workingTree.ignored({ signal }))].filter((path) => !selected.has(path));
    if (files.length === 0) throw nothingToCommit(ignored.length > 0);
    const drafts: SelectedChange[] = [];
    const diffs: string[] = [];
    const marked: string[] = [];
    for (const { layer, change: selected } of files) {
      const content = await checkout.drafts.content(layer, selected.path);
      const { change = selected, bytes } = content ?? {};
      if (bytes !== undefined && hasMarkers(bytes)) marked.push(change.path);
      drafts.push({ layer, change });
      diffs.push(await draftDiff(opened, change, signal, bytes));
    }
    if (marked.length > 0) throw conflictAt(marked);
    const agreed = new AgreedCommit(drafts, head);
    // The user agrees to the transport if it decides what is committed.
    const transport = needsGit(drafts) || message.includes('{path}') ? plan.transport : undefined;
    const canFallBack = plan.canFallBack && transport === undefined;
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
        const committed = await checkout.committer.commit({ ...plan, agreed, canFallBack }, { signal: sending });
        // An answer need not name its commit. The branch was read after the last one.
        const last = opened.remote.state?.head.commit;
        const named = committed.map(({ path, result }, index) => ({
          path,
          sha: result?.commit?.sha ?? (index === committed.length - 1 ? last : undefined),
        }));
        const entries = named.map(({ path, sha }) => `${sha ?? 'committed'} ${path}`);
        // Git commits all files at once; the API each file by itself.
        const shas = new Set(named.map(({ sha }) => sha));
        const changes = [...shas].map((id) => ({ kind: 'commit' as const, id, title: message }));
        const summary = `${entries.length} of ${drafts.length} files are committed to ${title}`;
        return { summary, entries: [...entries, ...ignored.map((path) => `stays a draft, ignored: ${path}`)], changes };
      },
    };
  },
});

/** The API stores neither executable files nor links. */
const needsGit = (drafts: readonly SelectedChange[]): boolean =>
  drafts.some(({ change }) => change.kind !== 'removed' && change.mode !== '100644');

const nothingToCommit = (isIgnored: boolean): Failure =>
  isIgnored
    ? new Failure('missing', '.gitignore ignores all new drafts', { reason: 'onlyIgnored' })
    : new Failure('missing', 'there are no drafts to commit', { reason: 'noDrafts' });

const authorText = ({ name, email }: Author): string => `${name} <${email}>`;

function messagesOf(
  message: string,
  drafts: readonly SelectedChange[],
  transport: CommitTransport | undefined,
): readonly string[] {
  const paths = drafts.flatMap(({ change }) => (sendsNothing(change) ? [] : [change.path]));
  if (transport !== 'rest') return [commitMessage(message, paths)];
  return [...new Set(paths.map((path) => commitMessage(message, [path])))];
}
