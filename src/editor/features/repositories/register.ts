import type { Uri } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type { Services } from '../../services/services.ts';
import type * as deepLinks from './deepLinks.ts';

/** Opens deep links. `uris` are the addresses that the system gives to the editor. */
export function registerDeepLinks(
  { connections, trust, failures, load }: Services<Pick<typeof deepLinks, 'openDeepLink'>>,
  uris: { readonly onDidOpen: (listener: (uri: Uri) => unknown) => Disposable },
  lifetime: Lifetime,
): void {
  lifetime.add(uris.onDidOpen(async (uri) => await (await load()).openDeepLink(uri, connections, trust, failures)));
}
