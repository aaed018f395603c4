import { l10n, ThemeIcon } from 'vscode';
import { flag } from '../../../../api/contract/field.ts';
import { cancelled } from '../../../../core/errors.ts';
import { pathIn } from '../../../../core/path.ts';
import { fullName, type FileAddress, type RepositoryName } from '../../../../domain/hosts/address.ts';
import { mayHoldConfiguration } from '../../../../domain/rules/configurationFiles.ts';
import type { ListedEntry } from '../../../../domain/repositories/folderContents.ts';
import type { RemoteRepositories } from '../../../../domain/repositories/remoteRepositories.ts';
import type { Ask, Invocation } from '../../../kit/command.ts';
import type { Choice } from '../../../kit/prompts/question.ts';
import type { RepositoryTrust } from '../../../kit/repositoryTrust.ts';
import { readableUri, showFile } from '../../../kit/readableFile.ts';
import { isWithheld } from '../../../kit/withheldFiles.ts';
import { activeEditorRef, shownFileIn } from '../../../kit/commands/activeEditor.ts';
import { atRepository, onRepository } from '../../../kit/commands/declare.ts';

type Answer = { readonly trusted: boolean } | { readonly read: string };

export function trustCommands(repositories: RemoteRepositories, trust: RepositoryTrust) {
  /** What the user was asked about: the files that the window shows can be others when the answer comes. */
  const places = new WeakMap<Invocation, TrustedPlace>();
  const askTrusted: Ask<boolean> = async (prompt, args, invocation) => {
    const { name } = await atRepository(invocation, args);
    const place = await shownPlace(repositories, name, invocation.signal);
    const { refAddress, foreign } = place;
    const trusted = trust.trusts(refAddress);
    places.set(invocation, place);
    const answer = await prompt.pick<Answer>({
      placeholder:
        foreign === undefined
          ? l10n.t('Do you trust the authors of the files in {0}?', fullName(name))
          : l10n.t(
              'Do you trust the author of {0}? No branch or tag of {1} is known to have this commit.',
              foreign.slice(0, 8),
              fullName(name),
            ),
      items: choices(repositories, refAddress, invocation.signal),
      active: (value) => 'trusted' in value && value.trusted === trusted,
    });
    if ('trusted' in answer) return answer.trusted;
    const address = { ...refAddress, path: answer.read };
    await showFile(await readableUri(repositories, trust, address, invocation.signal), undefined);
    throw cancelled();
  };
  return {
    'sourcehost.repository.trust': onRepository({
      does: 'Sets whether the editor and agents may use the notebooks and the configuration of a repository, such as `.vscode`, `.github/hooks`, `.mcp.json`, `AGENTS.md` and files of workspaces.',
      result: '`{ trusted }`',
      fields: { trusted: flag },
      ask: { trusted: askTrusted },
      run: async ({ trusted }, { name }, invocation) => {
        const place = places.get(invocation) ?? (await shownPlace(repositories, name, invocation.signal));
        await trust.set(place.refAddress, trusted, place.foreign);
        return { trusted };
      },
    }),
  };
}

type RefAddress = Omit<FileAddress, 'path'>;

interface TrustedPlace {
  readonly refAddress: RefAddress;
  readonly foreign: string | undefined;
}

/** The ref at which the window shows the repository, resolved if it can be another one than the default branch. */
async function shownPlace(
  repositories: RemoteRepositories,
  name: RepositoryName,
  signal: AbortSignal,
): Promise<TrustedPlace> {
  const refAddress = { ...name, ref: activeEditorRef(name) };
  if (repositories.foreignRoot(refAddress) !== undefined) {
    await repositories.at(refAddress).head({ signal });
    await repositories.confirm(refAddress);
  }
  return { refAddress, foreign: repositories.foreignRoot(refAddress) };
}

/** Yields both answers, then adds the affected files after they are listed. */
async function* choices(
  repositories: RemoteRepositories,
  address: RefAddress,
  signal: AbortSignal,
): AsyncGenerator<readonly Choice<Answer>[]> {
  yield [
    {
      label: l10n.t('Yes, I trust the authors'),
      detail: l10n.t(
        'Its settings, tasks, hooks, servers, instructions for agents and the scripts in its notebooks take effect. They can run programs.',
      ),
      iconPath: new ThemeIcon('shield'),
      value: { trusted: true },
    },
    {
      label: l10n.t('No, I don’t trust the authors'),
      detail: l10n.t(
        'Restricted Mode: you can read and edit, its configuration is not applied, and its notebooks are shown as text.',
      ),
      iconPath: new ThemeIcon('circle-slash'),
      value: { trusted: false },
    },
  ];
  const paths = await configurationOf(repositories, address, signal);
  yield paths.map((path) => ({
    label: l10n.t('Read {0}', path),
    iconPath: new ThemeIcon('go-to-file'),
    value: { read: path },
  }));
}

/** Limit of listed folders: a repository can have any number. */
const mostFolders = 20;

/** The files in the root and in folders for configuration that the editor uses only if it trusts the repository. A folder that cannot be listed is skipped. */
async function configurationOf(
  repositories: RemoteRepositories,
  address: RefAddress,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const remote = repositories.at(address);
  const activePath = shownFileIn(address);
  const paths = new Set(activePath !== undefined && isWithheld(activePath) ? [activePath] : []);
  const folders = [''];
  for (const [index, folder] of folders.entries()) {
    if (index >= mostFolders) break;
    const listed = await remote.list(folder, { signal }).catch(() => new Map<string, ListedEntry>());
    for (const [name, { kind }] of listed) {
      const path = pathIn(folder, name);
      if (kind !== 'folder' && isWithheld(path)) paths.add(path);
      if (kind === 'folder' && mayHoldConfiguration(path)) folders.push(path);
    }
  }
  return [...paths];
}
