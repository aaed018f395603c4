import { workspace, type Disposable, type Uri } from 'vscode';
import { fileScheme, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { CommitFetcher } from '../../../domain/repositories/commitFetcher.ts';
import { fileAddressOf, fileUri } from '../../kit/uri.ts';

const patchScheme = 'sourcehost-patch';

export function patchUri(name: RepositoryName, sha: string): Uri {
  return fileUri({ ...name, ref: undefined, path: `${sha.slice(0, 10)}.diff` }).with({
    scheme: patchScheme,
    query: sha,
  });
}

export function registerPatches(fetcher: Pick<CommitFetcher, 'history'>): Disposable {
  return workspace.registerTextDocumentContentProvider(patchScheme, {
    provideTextDocumentContent: async (uri) => {
      const address = fileAddressOf(uri.with({ scheme: fileScheme, query: '' }));
      if (address === undefined) return undefined;
      const { host, owner, repo } = address;
      return await fetcher.history({ host, owner, repo }).patch(uri.query);
    },
  });
}
