import { l10n } from 'vscode';
import { filledText, flag, line, name, optional } from '../../../../api/contract/field.ts';
import { Failure, nobodySignedIn, wrongValue } from '../../../../core/errors.ts';
import { requires } from '../../../../core/requirement.ts';
import { emailsOf } from '../../../../domain/sourceControl/commit/accountAuthor.ts';
import type { CommittedPath } from '../../../../domain/sourceControl/commit/committer.ts';
import type { Author } from '../../../../domain/sourceControl/commit/journal.ts';
import type { AnyCommand, Ask, Invocation, Arguments } from '../../../kit/command.ts';
import { asTyped, askText, refNameWrong } from '../../../kit/commands/ask.ts';
import { author, checkoutAt, pathsField, staged, toPaths } from './changeArguments.ts';
import { atHost, atRepository, onHost, onRepository, type AtRepository } from '../../../kit/commands/declare.ts';
import type { LoadScm } from '../scm.ts';

const fields = { message: filledText, ref: optional(name), author: optional(author) };

/** The message box's text; where it is empty, the user types one. */
const askMessage =
  (load: LoadScm): Ask<string> =>
  async (prompt, args, invocation) => {
    const checkout = await checkoutAt(load, refOf(args), await atRepository(invocation, args), invocation);
    const written = (await load()).controls.of(checkout)?.message.trim() ?? '';
    if (written !== '') return written;
    return await prompt.input({
      prompt: l10n.t('Commit message; with {0}, each file becomes a commit and its path is inserted', '{path}'),
      validate: (value) => (value.trim() === '' ? l10n.t('Enter a value.') : undefined),
    });
  };

export function commitCommands(load: LoadScm) {
  const message = askMessage(load);
  return {
    'sourcehost.commit.create': onRepository({
      does: 'Sends drafts: those of `paths`, else the staged ones, else all. New files that `.gitignore` ignores stay drafts, unless `paths` names them or `includeIgnored` is true. With git, several files are one commit; without it, each file is a commit. `{path}` in the message stands for the path, and makes a commit of each file. `author` is `{ name, email }`. Changes that others made meanwhile are merged. Where they cannot be, it rejects with the kind `conflict`, and the files contain conflict markers.',
      result: 'an array of `{ path, commit?, content? }`, what the service answered for each file',
      needsAccount: true,
      fields: { ...fields, paths: optional(pathsField), includeIgnored: optional(flag) },
      ask: { message },
      run: (args, on, invocation) => commit(load, args, toPaths(args.paths), on, invocation),
    }),
    'sourcehost.commit.createAll': onRepository({
      does: 'Does the same as `commit.create`, with staged and unstaged changes.',
      result: 'an array of `{ path, commit?, content? }`, what the service answered for each file',
      needsAccount: true,
      fields,
      ask: { message },
      run: (args, on, invocation) => commit(load, args, [''], on, invocation),
    }),
    'sourcehost.commit.createIgnored': onRepository({
      does: 'Commits new files that `.gitignore` ignores: those of `paths`.',
      result: 'an array of `{ path, commit?, content? }`, what the service answered for each file',
      needsAccount: true,
      fields: { ...fields, paths: pathsField },
      ask: { message },
      run: (args, on, invocation) =>
        commit(load, { ...args, includeIgnored: true }, toPaths(args.paths), on, invocation),
    }),
    'sourcehost.commit.createStaged': onRepository({
      does: 'Does the same as `commit.create`, with the staged changes only.',
      result: 'an array of `{ path, commit?, content? }`, what the service answered for each file',
      needsAccount: true,
      fields,
      ask: { message },
      run: async (args, on, invocation) => {
        const { drafts } = await checkoutAt(load, args.ref, on, invocation);
        if (drafts.changes('staged').length === 0)
          throw new Failure('missing', 'nothing is staged', { reason: 'nothingStaged' });
        return await commit(load, args, undefined, on, invocation);
      },
    }),
    'sourcehost.commit.createOnNewBranch': createOnNewBranch(load),
    'sourcehost.commit.resume': onRepository({
      does: 'Resumes an interrupted commit.',
      result: 'an array of `{ path, commit?, content? }`, what the service answered for each file',
      needsAccount: true,
      fields: { ref: optional(name) },
      run: async ({ ref }, on, invocation) => {
        const checkout = await checkoutAt(load, ref, on, invocation);
        return records(await (await load()).committing.resume(checkout, invocation));
      },
    }),
    'sourcehost.commit.discard': discard(load),
    'sourcehost.commit.undoDiscard': undoDiscard(load),
    'sourcehost.commit.setAuthor': setAuthor(load),
  };
}

function discard(load: LoadScm): AnyCommand {
  return onRepository({
    does: 'Discards changes. Without `paths` it discards all of them. `staged` selects the staged or the unstaged ones.',
    fields: { ref: optional(name), paths: optional(pathsField), staged: optional(staged) },
    run: async ({ ref, paths, staged: rows }, on, invocation) => {
      const checkout = await checkoutAt(load, ref, on, invocation);
      const only = rows === true ? 'staged' : rows === false ? 'working' : undefined;
      await (await load()).changing.discard(checkout, toPaths(paths), only, invocation);
    },
  });
}

const undoDiscard = (load: LoadScm): AnyCommand =>
  onHost({
    does: 'Restores what was discarded last in this window.',
    fields: {},
    run: async () => await (await load()).changing.undoDiscard(),
  });

function createOnNewBranch(load: LoadScm): AnyCommand {
  return onRepository({
    does: 'Creates a branch where `ref` is, moves all drafts there, commits them as `commit.create` does, and switches to the branch.',
    result: 'an array of `{ path, commit?, content? }`, what the service answered for each file',
    needsAccount: true,
    fields: { branch_name: name, ...fields, paths: optional(pathsField) },
    ask: {
      branch_name: askText(() => ({ prompt: l10n.t('Name of the new branch'), validate: refNameWrong })),
      message: askMessage(load),
    },
    run: async ({ branch_name, message, ref, ...rest }, on, invocation) => {
      const checkout = await checkoutAt(load, ref, on, invocation);
      const request = { message, author: rest.author, paths: toPaths(rest.paths) };
      return records(await (await load()).committing.commitOnNewBranch(checkout, branch_name, request, invocation));
    },
  });
}

function setAuthor(load: LoadScm): AnyCommand {
  return onHost({
    does: 'Sets the author of later commits. If name and email are empty, the account is the author.',
    // The email is asked first: without one, no name is asked.
    fields: { email: optional(line), name: optional(line) },
    ask: {
      email: async (prompt, args, invocation) => {
        const connection = await atHost(invocation, args);
        return await prompt.pick({
          placeholder: l10n.t('Author email: choose one, or type another'),
          items: [
            { label: l10n.t('From the account'), value: '' },
            ...(await emailsOf(connection, invocation.signal)).map((one) => ({ label: one, value: one })),
          ],
          typed: (text) => (text.includes('@') ? asTyped(text) : undefined),
        });
      },
      name: async (prompt, args, invocation) => {
        if (args.email === '') return undefined;
        const current = await (await load()).authors.of(await atHost(invocation, args));
        return await prompt.input({ prompt: l10n.t('Name of the author'), value: current?.name ?? '' });
      },
    },
    run: async (args, { account }) => {
      if (account === undefined) throw nobodySignedIn();
      const { authors } = await load();
      const [wanted, email] = [args.name?.trim() ?? '', args.email?.trim() ?? ''];
      if (email !== '' && wanted === '') throw wrongValue('name', requires('filled'));
      if (email === '' && wanted !== '') throw wrongValue('email', requires('filled'));
      await authors.choose(account.id, email === '' ? undefined : { name: wanted, email });
    },
  });
}

async function commit(
  load: LoadScm,
  args: {
    readonly message: string;
    readonly ref?: string | undefined;
    readonly author?: Author | undefined;
    readonly includeIgnored?: boolean | undefined;
  },
  only: readonly string[] | undefined,
  on: AtRepository,
  invocation: Invocation,
): Promise<unknown> {
  const checkout = await checkoutAt(load, args.ref, on, invocation);
  const { committing } = await load();
  const { message, author, includeIgnored } = args;
  return records(await committing.commit(checkout, { message, author, paths: only, includeIgnored }, invocation));
}

function refOf({ ref }: Arguments): string | undefined {
  return typeof ref === 'string' ? ref : undefined;
}

const records = (committed: readonly CommittedPath[]): unknown[] =>
  committed.map(({ path, result }) => ({ path, ...result }));
