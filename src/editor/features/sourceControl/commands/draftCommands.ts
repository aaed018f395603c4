import { commands, l10n, type Uri } from 'vscode';
import { name, optional, type Field } from '../../../../api/contract/field.ts';
import { Failure, wrongValue } from '../../../../core/errors.ts';
import { requires } from '../../../../core/requirement.ts';
import { foldCase } from '../../../../core/text.ts';
import { fullName, repositoryKey } from '../../../../domain/hosts/address.ts';
import type { DraftBranch } from '../../../../domain/sourceControl/drafts/draft.ts';
import type { DraftedBranch } from '../../../../domain/sourceControl/drafts/draftStorage.ts';
import { command, type Invocation, type Arguments } from '../../../kit/command.ts';
import { plainLabel } from '../../../kit/messages/labels.ts';
import { inform, Prompt } from '../../../kit/prompts/prompt.ts';
import { target as rowTarget } from '../../../kit/prompts/target.ts';
import { fileAddressOf, fileUri } from '../../../kit/uri.ts';
import { askBranchOf } from '../../../kit/commands/ask.ts';
import { folderOf } from '../../../kit/commands/activeEditor.ts';
import type { OpenAfterwards } from '../../../kit/openAfterwards.ts';
import type { LoadScm } from '../scm.ts';
import { repositoryFields } from '../../../kit/commands/target.ts';
import type { Services } from '../../../services/services.ts';

const fields = { ...repositoryFields, ref: optional(name) };
/** Drafts of several branches are told apart by their branch. */
const runAsks = ['ref'];

/** Paths relative to the repository. */
const paths: Field<readonly string[]> & { readonly optional: true } = {
  type: 'names',
  optional: true,
  check: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string') ? undefined : requires('paths'),
  encode: String,
};

/** Commands on drafts whose folder is not open. None of them sends a change to the service. */
export function draftCommands({
  checkouts,
  repositories,
  afterwards,
  scm,
}: Pick<Services, 'checkouts' | 'repositories' | 'afterwards'> & { readonly scm: LoadScm }) {
  const find = async (args: Arguments, invocation: Invocation): Promise<DraftedBranch> =>
    await findDrafts(await checkouts.stored(), args, invocation);
  return {
    'sourcehost.draft.open': command({
      does: 'Opens the drafts of a branch in this window, also offline.',
      result: '`{ ref, paths }`, unless the window is reloaded',
      fields,
      runAsks,
      run: async (args, invocation) => {
        const { branch, changes } = await find(args, invocation);
        await goTo(afterwards, branch);
        return resultOf(branch, changes);
      },
    }),
    'sourcehost.draft.discard': command({
      does: 'Discards drafts. Without `paths` it discards all drafts of the branch.',
      result: '`{ ref, paths }`',
      fields: { ...fields, paths },
      runAsks,
      run: async ({ paths: only, ...args }, invocation) => {
        const { branch, changes } = await find(args, invocation);
        const drafts = await checkouts.draftsOf(branch);
        const { changing } = await scm();
        const where = `${fullName(branch)} (${branch.branch})`;
        const discarded = new Set(await changing.discard({ drafts }, only, undefined, invocation, where));
        const wanted = changes.filter(({ path }) => discarded.has(path));
        return resultOf(branch, wanted);
      },
    }),
    'sourcehost.draft.carry': command({
      does: 'Moves drafts from the branch `ref` to the branch `to`. It sends nothing.',
      result: '`{ ref, paths }` of where they are now',
      fields: { ...fields, to: name },
      ask: { to: askBranchOf(() => l10n.t('Move the drafts to which branch?')) },
      runAsks,
      run: async ({ to, ...args }, invocation) => {
        const { branch, changes } = await find(args, invocation);
        const { host, owner, repo } = branch;
        const head = await repositories.at({ host, owner, repo, ref: to }).head({ signal: invocation.signal });
        if (head.kind !== 'branch' || head.name === branch.branch) throw wrongValue('to', requires('otherBranch'));
        const target: DraftBranch = { ...branch, branch: head.name };
        await (await checkouts.draftsOf(branch)).moveTo(await checkouts.draftsOf(target));
        if (!invocation.silent) void offerToOpen(changes.length, head.name, () => goTo(afterwards, target));
        return resultOf(target, changes);
      },
    }),
  };
}

/** Shows the branch in the open folder of the repository if its address has no ref, else opens it as a folder. */
async function goTo(afterwards: OpenAfterwards, branch: DraftBranch): Promise<void> {
  const { host, branch: ref } = branch;
  const folder = fileAddressOf(folderOf(branch));
  if (folder === undefined || folder.ref !== undefined) await afterwards.open(rootOf(branch), undefined, 'thisWindow');
  else
    await commands.executeCommand('sourcehost.ref.switch', {
      [rowTarget]: { host, repository: fullName(branch), ref },
    });
}

/** The drafts that the arguments name. If drafts of several branches match, the user chooses. */
async function findDrafts(
  stored: readonly DraftedBranch[],
  { host, account, repository, ref }: Arguments,
  { origin, silent }: Invocation,
): Promise<DraftedBranch> {
  const fits = (argument: unknown, own: string | undefined): boolean => argument === undefined || argument === own;
  const matches = stored.filter(
    ({ branch }) =>
      fits(host, branch.host) &&
      fits(account, branch.account) &&
      fits(ref, branch.branch) &&
      (typeof repository !== 'string' || foldCase(fullName(branch)) === foldCase(repository)),
  );
  const [only] = matches;
  if (only === undefined)
    throw new Failure('missing', 'there are no such drafts', { field: 'repository', reason: 'noDrafts' });
  if (matches.length === 1) return only;
  // A row of a signed-out account has no `account` argument.
  const signedOut = matches.find(({ branch }) => branch.account === undefined);
  const one = new Set(matches.map(({ branch }) => `${repositoryKey(branch)}@${branch.branch}`)).size === 1;
  if (origin === 'node' && one && signedOut !== undefined) return signedOut;
  if (silent) throw wrongValue('ref', requires('oneBranch'));
  return await new Prompt({ title: l10n.t('Drafts') }).pick({
    placeholder: l10n.t('Select the branch of the drafts'),
    items: matches.map((drafted) => ({
      label: plainLabel(fullName(drafted.branch)),
      description: `${plainLabel(drafted.branch.branch)} · ${drafted.changes.length}`,
      value: drafted,
    })),
  });
}

const rootOf = ({ host, owner, repo, branch }: DraftBranch): Uri =>
  fileUri({ host, owner, repo, ref: branch, path: '' });

const resultOf = ({ branch }: DraftBranch, changes: DraftedBranch['changes']) => ({
  ref: branch,
  paths: changes.map(({ path }) => path),
});

async function offerToOpen(count: number, branch: string, open: () => Promise<void>): Promise<void> {
  const action = l10n.t('Open');
  const message =
    count === 1 ? l10n.t('1 draft is on {0} now.', branch) : l10n.t('{0} drafts are on {1} now.', count, branch);
  if ((await inform(message, action)) === action) await open();
}
