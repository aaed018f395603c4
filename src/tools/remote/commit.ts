import { name, optional } from '../../api/contract/field.ts';
import { Failure } from '../../core/errors.ts';
import { selectChanges, type Selected } from '../../domain/commit/commitSelection.ts';
import { draftDiff } from '../kit/draftDiff.ts';
import { branchTexts, filePaths, refFields } from '../kit/inputs.ts';
import { openBranch, type ToolCheckout } from '../kit/place.ts';
import { remoteTool } from '../kit/tool.ts';

export const commitDrafts = remoteTool({
  name: 'sourcehost_commit',
  title: 'Commit Drafts',
  description: 'Commits drafts to their branch on the host. The user sees the whole difference and must agree.',
  fields: { ...refFields, message: name, paths: optional(filePaths) },
  texts: {
    ...branchTexts,
    message: 'The commit message.',
    paths: 'Files or folders to commit. Default: the staged drafts, else all drafts.',
  },
  async preview(services, input, signal) {
    const opened = await openBranch(services, input, signal);
    const selected = selectedDrafts(opened, input.paths);
    const diffs: string[] = [];
    for (const { layer, change } of selected) {
      const content = await opened.checkout.drafts.content(layer, change.path);
      const bytes = change.held ? content?.bytes : undefined;
      diffs.push(await draftDiff(opened, change, signal, bytes));
    }
    return {
      repository: opened.name,
      branch: opened.checkout.branch.branch,
      fields: [{ name: 'message', before: undefined, after: input.message }],
      diffs,
      // A difference is not shown of binary files.
      state: selected.map(({ change: { path, sha, mode, from } }) => [path, sha, mode, from].join('\n')),
    };
  },
  async run(services, input, signal) {
    const opened = await openBranch(services, input, signal);
    const { committer } = opened.checkout;
    const selected = selectedDrafts(opened, input.paths);
    const paths = selected.map(({ change }) => change.path);
    const author = await services.author(opened.name);
    const asked = { message: input.message, paths: input.paths };
    // If git cannot push to this host, the API can send every file without a mode of its own.
    const needsGit = selected.some(({ change }) => change.kind !== 'removed' && change.mode !== '100644');
    const transport = needsGit ? await committer.transport(asked, () => Promise.resolve(author)) : undefined;
    const committed = await committer.commit({ ...asked, author, transport }, { signal });
    const entries = committed.map(({ path, result }) => `${result?.commit?.sha ?? 'committed'} ${path}`);
    // Git commits all files at once; the API each file by itself.
    const shas = new Set(committed.map(({ result }) => result?.commit?.sha));
    const changes = [...shas].map((id) => ({ kind: 'commit' as const, id, title: input.message }));
    const summary = `${entries.length} of ${paths.length} files are committed to ${opened.title}`;
    return { summary, entries, changes };
  },
});

/** @throws Failure `missing` if there is nothing to commit */
function selectedDrafts({ checkout }: ToolCheckout, paths: readonly string[] | undefined): readonly Selected[] {
  const selected = selectChanges(checkout.drafts, paths);
  if (selected.length === 0) throw new Failure('missing', 'there are no drafts to commit', { reason: 'noDrafts' });
  return selected;
}
