import { EventEmitter, workspace, type TextDocumentContentProvider, type Uri } from 'vscode';
import { fileScheme, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type { Services } from '../../services/services.ts';
import { fileAddressOf, fileUri } from '../../kit/uri.ts';

type PatchesParts = Pick<Services, 'fetcher' | 'formerTexts' | 'repositories'>;

const patchScheme = 'sourcehost-patch';

export function patchUri(name: RepositoryName, sha: string): Uri {
  return fileUri({ ...name, ref: undefined, path: `${sha.slice(0, 10)}.diff` }).with({
    scheme: patchScheme,
    query: sha,
  });
}

export function registerPatches({ fetcher, formerTexts, repositories }: PatchesParts, lifetime: Lifetime): void {
  const changed = lifetime.add(new EventEmitter<Uri>());
  lifetime.add(
    formerTexts.onDidChange((uris) => {
      for (const uri of uris) if (uri.scheme === patchScheme) changed.fire(uri);
    }),
  );
  const provider: TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: async (uri) => {
      const address = fileAddressOf(uri.with({ scheme: fileScheme, query: '' }));
      if (address === undefined) return undefined;
      const { host, owner, repo } = address;
      const read = async (): Promise<string | undefined> => {
        await repositories.checkReadable(address);
        return await fetcher.history({ host, owner, repo }).patch(uri.query);
      };
      return await formerTexts.read(uri, read, (notice) => new TextDecoder().decode(notice));
    },
  };
  lifetime.add(workspace.registerTextDocumentContentProvider(patchScheme, provider));
}
